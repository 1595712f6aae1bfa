"""Guide of an invented rowing regatta as EPUB, written with the standard library alone."""

import zipfile

import tools

CHAPTERS = [
    ("The regatta", """<p>The Osmere Regatta is rowed on the second weekend of July on Lake Osmere. The course has six lanes of 1,500 m; the last 250 m are marked by red buoys. Races start every eight minutes on Saturday from 8:24 and on Sunday from 9:00.</p>
<p>It is run by the Osmere Rowing Association, founded in 1921. About 900 crews enter each year.</p>"""),
    ("Events", """<table><caption>Events and fees</caption><tr><th rowspan="2">Event</th><th rowspan="2">Boat</th><th rowspan="2">Age</th><th colspan="2">Entry fee (crowns)</th></tr><tr><th>until 15 May</th><th>until 12 June</th></tr>
<tr><td>1</td><td>Men's single</td><td>open</td><td>240</td><td>300</td></tr><tr><td>2</td><td>Women's single</td><td>open</td><td>240</td><td>300</td></tr><tr><td>3</td><td>Men's double</td><td>open</td><td>340</td><td>425</td></tr><tr><td>4</td><td>Women's double</td><td>open</td><td>340</td><td>425</td></tr>
<tr><td>5</td><td>Mixed double</td><td>27 and over</td><td>360</td><td>450</td></tr><tr><td>6</td><td>Men's coxless four</td><td>open</td><td>520</td><td>650</td></tr><tr><td>7</td><td>Women's coxless four</td><td>open</td><td>520</td><td>650</td></tr><tr><td>8</td><td>Junior quad, boys</td><td>15 – 18</td><td>300</td><td>375</td></tr>
<tr><td>9</td><td>Junior quad, girls</td><td>15 – 18</td><td>300</td><td>375</td></tr><tr><td>11</td><td>Masters' quad</td><td>mean of 43</td><td>560</td><td>700</td></tr><tr><td>12</td><td>Men's eight</td><td>open</td><td>880</td><td>1,100</td></tr><tr><td>13</td><td>Women's eight</td><td>open</td><td>880</td><td>1,100</td></tr>
<tr><td>14</td><td>Mixed eight</td><td>27 and over</td><td>900</td><td>1,125</td></tr><tr><td>15</td><td>Coastal quad</td><td>open</td><td>480</td><td>600</td></tr></table><p>Clubs that have their seat more than 400 km away pay the early fee until 12 June. A withdrawal after 20 June costs the whole fee, before that half of it, unless a physician's certificate is shown.</p>"""),
    ("Rules of racing", """<h2>Rule 3.1 Boats</h2><p>The least weight of a single is 14 kg, of a double 27 kg, of a coxless four 50 kg, of a quad 52 kg and of an eight 96 kg.</p><h2>Rule 3.2 Coxswains</h2><p>A coxswain weighs at least 55 kg with clothes; up to 10 kg of dead weight may be carried.</p>
<h2>Rule 3.3 Start</h2><p>Crews are attached two minutes before the start. A crew with two false starts is excluded.</p><h2>Rule 3.5 Lightning</h2><p>Racing stops when thunder follows lightning within 30 seconds and starts again 30 minutes after the last such lightning.</p>
<h2>Rule 3.6 Protests</h2><p>A protest is announced to the umpire on the water, and handed in within one hour in writing with a deposit of 500 crowns, which is returned if the protest succeeds.</p><h2>Rule 3.7 Substitutes</h2><p>Up to half of a crew may be replaced up to one hour before the first race of the event. The sculler of a single cannot be replaced.</p>"""),
    ("Prizes", """<ul><li>Medals for the first three crews of each final</li><li>The Harbour Cup for the fastest eight</li><li>The Ferrywoman's Oar for the fastest women's single</li><li>The Swan for the club with the most points<ul><li>first place: 8 points</li><li>second place: 5 points</li><li>third place: 3 points</li><li>eights count double</li></ul></li><li>A prize of 2,000 crowns for a course record</li></ul>
<table><caption>Course records</caption><tr><th>Event</th><th>Time</th><th>Crew</th><th>Year</th></tr><tr><td>Men's single</td><td>5:12.4</td><td>Varga</td><td>2017</td></tr><tr><td>Women's single</td><td>5:44.9</td><td>Lindahl</td><td>2022</td></tr><tr><td>Men's double</td><td>4:47.1</td><td>Kolding RC</td><td>2011</td></tr><tr><td>Men's eight</td><td>4:08.3</td><td>Tarn University</td><td>2019</td></tr><tr><td>Women's eight</td><td>4:35.6</td><td>Osmere RA</td><td>2024</td></tr></table>"""),
    ("Getting there", """<p>Trailers park on the east meadow; the gate opens on Friday at 14:00. Camping costs 60 crowns a person and night, children under twelve nothing. Trains stop at Osmere West, 1.2 km from the boathouse. A shuttle runs every 20 minutes from 7:00 to 21:00 and costs 15 crowns.</p><p>Dogs are kept on a lead. Drones are not allowed, unless they belong to the television crew.</p>"""),
]
PAGE = '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>{title}</title></head><body><h1>{title}</h1>{body}</body></html>'
CONTAINER = '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'


def main():
    items = "".join(f'<item id="c{i}" href="c{i}.xhtml" media-type="application/xhtml+xml"/>' for i in range(1, len(CHAPTERS) + 1))
    order = "".join(f'<itemref idref="c{i}"/>' for i in range(1, len(CHAPTERS) + 1))
    package = ('<?xml version="1.0" encoding="utf-8"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">osmere-2026</dc:identifier>'
               f'<dc:title>Osmere Regatta 2026: guide for crews</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>{items}</manifest><spine>{order}</spine></package>')
    links = "".join(f'<li><a href="c{i}.xhtml">{title}</a></li>' for i, (title, _) in enumerate(CHAPTERS, 1))
    nav = f'<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body><nav epub:type="toc"><ol>{links}</ol></nav></body></html>'
    files = [("META-INF/container.xml", CONTAINER), ("OEBPS/content.opf", package), ("OEBPS/nav.xhtml", nav)]
    files += [(f"OEBPS/c{i}.xhtml", PAGE.format(title=title, body=body)) for i, (title, body) in enumerate(CHAPTERS, 1)]
    with zipfile.ZipFile(tools.OUT / "osmere-regatta-guide.epub", "w") as book:
        entry = lambda name: zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
        book.writestr(entry("mimetype"), "application/epub+zip", zipfile.ZIP_STORED)
        for name, text in files:
            book.writestr(entry(name), text, zipfile.ZIP_DEFLATED)


main()
