"""Blank, slowly: the pile as a list of words."""


class Twin:
    def __init__(self, deal_line: str) -> None:
        head, _, cards = deal_line.partition(":")
        self.pile = [int(card) for card in cards.split()]
        self.goal = 5 if "/long" in head else 3
        self.most_skips = 2 if "skips=two" in head else 99
        self.kept: list[int] = []
        self.skips = 0

    def moves(self) -> list[str]:
        if len(self.kept) == self.goal or not self.pile:
            return []
        climb = ["climb"] if not self.kept or self.pile[0] > self.kept[-1] else []
        skip = ["skip"] if self.skips < self.most_skips else []
        return climb + skip

    def play(self, move: str) -> None:
        assert move in self.moves()
        card = self.pile.pop(0)
        if move == "climb":
            self.kept.append(card)
        else:
            self.skips += 1

    def state(self) -> str:
        status = "won" if len(self.kept) == self.goal else "playing" if self.moves() else "over"
        on = self.kept[-1] if self.kept else 0
        pile = "".join(map(str, self.pile)) or "-"
        return f"on={on} climbed={len(self.kept)} skipped={self.skips} pile={pile} status={status}"
