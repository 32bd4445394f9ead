import os,sys
os.environ.setdefault("DJANGO_SETTINGS_MODULE","scorekeeper.settings")
import django; django.setup()
from dataclasses import replace, asdict
from django.http import QueryDict
from rules.engine.catalogue import catalogue
from scorekeeper.forms.printed_sheets import BlankSheetForm
from scorekeeper.sheets.requested import requested_blank
from scorekeeper.sheets.pdf import fit_sheet, _draw
import json, pypdfium2
for name,slug,q in (("a","contract-rummy","players=4"),("b","may-i","players=5"),("c","any-game","players=4&paper=letter"),("d","progressive-rummy","players=4"),("e","golf","players=3&paper=a5")):
    v=catalogue().variant(slug)
    wanted=BlankSheetForm.of_variant(v,QueryDict(q)).requested()
    s=replace(requested_blank(wanted),address=f"https://cards.example.org/sheets/{slug}/photo/?{q}&v=1",is_read=True)
    f=fit_sheet(s,wanted.printing)
    pdf=_draw(s,replace(f,pages=f.pages[:1]))
    open(f"{name}.pdf","wb").write(pdf)
    d=pypdfium2.PdfDocument(pdf); d[0].render(scale=300/72).to_pil().save(f"{name}.png")
    p=f.places
    json.dump({"width":p.width,"height":p.height,"corners":p.corners,"code":asdict(p.code),"points":[[asdict(b) for b in r] for r in p.points],"totals":[asdict(b) for b in p.totals],"signs":[[(w,p.mark_height) for w in r] for r in p.marks],"rows":len(s.rows)},open(f"{name}.json","w"))
    print(name,p.width,p.height,len(f.leaves),len(p.rows))
