"""What is printed: documents as PDF, for people who play at a real table.

A document (`escapology.document`) is made of blocks; here it is laid out, typeset and written.

    from escapology.document import Document, Heading, Paragraph
    from escapology.paper import Look, typeset, write_whole

    blocks = (Heading("The coins"), Paragraph("Stack A: …"))
    document = Document(title="Lab Rats", kind="Deal", blocks=blocks, credit=game.facts.credit, deal=line)
    pdf = typeset(document, Look(paper="letter", ink="low", link="https://play.example"))
    write_whole(Path("deal.pdf"), pdf)

`typeset` gives one page after the other. `fold` gives the same document as a booklet: pages of half the size, two on
each side of a sheet, in the order in which a folded stack of sheets has them. Both give PDF/A and PDF/UA, and the same
bytes for the same input. They take words of any script that the typesetter's own fonts have; what a
game's designer is called in another one is drawn (`credit.Script`).

look.py         paper, ink and link: what one chooses
layout.py       blocks as data for the template, with sizes of pictures
cutting.py      where pieces to cut out lie, and the marks around them
code.py         a square code that leads to an address
typesetter.py   data and `template.typ` to PDF
folding.py      pages of a PDF to sheets that are folded, with their tags
objects.py      a PDF's objects, read and written
file.py         a file that is written whole or not at all
rulebook.py     RULES.md as blocks
aids.py         player aids, reference cards, rulebooks
pieces.py       what a game brings along to be cut out and written on
"""

from escapology.paper.file import write_whole
from escapology.paper.look import INKS, PAPERS, Ink, Look, PaperName, parse_link
from escapology.paper.typesetter import fold, is_there, pages_of, typeset

__all__ = [
    "INKS",
    "PAPERS",
    "Ink",
    "Look",
    "PaperName",
    "fold",
    "is_there",
    "pages_of",
    "parse_link",
    "typeset",
    "write_whole",
]
