"""Plays of thousands of moves: somebody goes to and fro, or tries everything."""

from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import new_deal
from escapology.play import Play
from escapology.setting import make_setting


def long_play(nodes, name="devils-square", branches=False):
    """A play with so many nodes: one way as long as it can be, or with branches wherever a game is over."""
    game, luck = GAMES[name], Luck(nodes)
    play = Play(game, new_deal(make_setting(game), 3))
    while len(play.nodes) < nodes:
        legal = [] if branches and luck.below(40) == 0 else list(play.legal())
        if legal:
            play.do(luck.choose(legal))
        else:
            play.go_to(play.nodes[luck.below(len(play.nodes))])
    return play


def to_and_fro(nodes, more=0):
    """A play with so many nodes one behind the other, which all stand as those two moves before them; and with more."""
    play = Play(GAMES["devils-square"], new_deal(make_setting(GAMES["devils-square"]), 30))
    luck = Luck(30)
    for _ in range(2):
        play.do(luck.choose(list(play.legal())))
    while len(play.nodes) < nodes:
        play.do("c3:1>b3" if "c3:1>b3" in play.legal() else "b3:1>c3")
    last = play.here
    while len(play.nodes) < nodes + more:
        play.go_to(play.nodes[luck.below(len(play.nodes))])
        play.do(luck.choose(list(play.legal())))
    play.go_to(last)
    return play
