import sys, json, time
import os; os.environ["DJANGO_SETTINGS_MODULE"]="scorekeeper.settings"; import django; django.setup()
import cv2; cv2.setNumThreads(1)
import numpy as np
from types import SimpleNamespace as N
from simulation import make
import scorekeeper.photos.digits as dg
from pathlib import Path
if "W" in os.environ: dg.WEIGHTS=Path(os.environ["W"])
from scorekeeper.photos.straightening import *
from scorekeeper.photos.reading import read_box
from scorekeeper.sheets.places import Box
cells=digits=good=sure=surebad=fail=cellgood=0; wrong={}
bypen={}
for seed in range(int(sys.argv[1]),int(sys.argv[2])):
    name="abcde"[seed%5]
    data,rows,tot=make(seed,name)
    j=json.load(open(f"{name}.json")); P=N(width=j["width"],height=j["height"],corners=[tuple(c) for c in j["corners"]],code=Box(**j["code"]))
    t=time.time()
    try:
        ph=read_photo(data); page=straightened(ph,P)
    except UnreadablePhotoError as e:
        fail+=1; print("fail",seed,name,e.reason); open(f"fail-{seed}.jpg","wb").write(data); continue
    if seed<int(sys.argv[1])+3: cv2.imwrite(f"flat-{seed}.png",page)
    for r,row in enumerate(rows):
        for i,v in enumerate(row):
            b=Box(**j["points"][r][i]); sg=j.get("signs")
            rd=read_box(page,b,printed=tuple(sg[r][i]) if sg else (0,0))
            cells+=1; t_=str(v); digits+=len(t_); ok=rd.text==t_
            g=sum(a==c for a,c in zip(rd.text,t_)) if len(rd.text)==len(t_) else 0
            good+=g; cellgood+=ok
            pb=bypen.setdefault(["ball","felt","pencil"][seed%3],[0,0]); pb[0]+=len(t_); pb[1]+=g
            if rd.is_sure and rd.text:
                sure+=len(t_); surebad+=len(t_)-g
            if not ok: wrong[(t_,rd.text)]=wrong.get((t_,rd.text),0)+1
    el=time.time()-t
print("photos fail",fail,"cells",cells,"ok",cellgood/max(1,cells),"digits",digits,"acc",good/max(1,digits),"sure share",sure/max(1,digits),"acc of sure",1-surebad/max(1,sure)); print({k:(v[0],v[1]/v[0]) for k,v in bypen.items()}); print("s",round(el,2))
print(sorted(wrong.items(),key=lambda x:-x[1])[:40])
