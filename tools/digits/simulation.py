import json, sys
import cv2, numpy as np
from pathlib import Path
D=Path("package/data")
def load(kind):
    im=np.frombuffer((D/f"{kind}-images-idx3-ubyte").read_bytes(),np.uint8,offset=16).reshape(-1,28,28)
    lb=np.frombuffer((D/f"{kind}-labels-idx1-ubyte").read_bytes(),np.uint8,offset=8)
    return im, lb
IM,LB=load("t10k"); BY=[np.flatnonzero(LB==k) for k in range(10)]
PENS={"ball":((150,60,35),0.9,-1),"felt":((25,22,20),0.97,1),"pencil":((95,95,95),0.75,0)}
def write(rng, page, k, box, text, pen, height):
    (ink,alpha,thick)=PENS[pen]; hpx=height*k
    parts=[]
    for c in text:
        g=IM[rng.choice(BY[int(c)])].astype(np.float32)/255
        ys,xs=np.flatnonzero(g.max(1)>.2),np.flatnonzero(g.max(0)>.2); g=g[ys[0]:ys[-1]+1,xs[0]:xs[-1]+1]
        s=hpx*rng.normal(1,0.06)/20*(1.0)
        g=cv2.resize(g,(max(3,round(g.shape[1]*s)),max(3,round(g.shape[0]*s))),interpolation=cv2.INTER_CUBIC)
        g=cv2.GaussianBlur(np.pad(g,6),(0,0),1.2); g=np.clip((g-0.35)*4+0.5,0,1)
        r=max(1,round(abs(thick)*0.10*k))
        if thick<0: g=cv2.erode(g,cv2.getStructuringElement(cv2.MORPH_ELLIPSE,(r+1,r+1)))
        if thick>0: g=cv2.dilate(g,cv2.getStructuringElement(cv2.MORPH_ELLIPSE,(r+1,r+1)))
        parts.append(g)
    gap=[int(rng.uniform(0.2,1.0)*k)-12 for _ in parts]
    w=sum(p.shape[1]+g for p,g in zip(parts,gap)); bw=(box["right"]-box["left"])*k; bh=(box["bottom"]-box["top"])*k
    if w>bw-0.8*k:
        f=(bw-0.8*k)/w; parts=[cv2.resize(p,None,fx=f,fy=f,interpolation=cv2.INTER_AREA) for p in parts]; gap=[int(g*f) for g in gap]; w=sum(p.shape[1]+g for p,g in zip(parts,gap))
    x=box["left"]*k+(bw-w)/2+rng.normal(0,0.6*k); x=min(max(x,box["left"]*k+0.2*k),max(box["left"]*k+0.2*k,box["right"]*k-w-0.2*k))
    mid=box["top"]*k+bh*0.55+rng.normal(0,0.04*bh)
    for p,g in zip(parts,gap):
        y=int(mid-p.shape[0]/2+rng.normal(0,0.25*k)); y=max(0,min(y,page.shape[0]-p.shape[0])); xi=max(0,min(int(x),page.shape[1]-p.shape[1]))
        a=p[...,None]*alpha
        if pen=="pencil": a=a*np.clip(rng.normal(0.85,0.25,p.shape)[...,None],0.2,1)
        reg=page[y:y+p.shape[0],xi:xi+p.shape[1]]
        reg[:]=reg*(1-a)+np.array(ink)*a
        x+=p.shape[1]+g
def numbers(rng, n):
    row=[]
    out=rng.integers(n)
    for i in range(n):
        if i==out: row.append(0)
        else:
            u=rng.random(); row.append(int(rng.integers(2,10) if u<.15 else rng.integers(10,100) if u<.9 else rng.integers(100,190)))
    return row
def photo(rng, page):
    h,w=page.shape[:2]; W,H=rng.choice([(1700,2300),(2100,2800),(2400,3200)])
    bg=np.full((H,W,3),rng.integers(40,120,3),np.float32)+cv2.resize(rng.normal(0,18,(H//40,W//8,3)).astype(np.float32),(W,H))
    m=0.07; c=np.array([[m*W,m*H],[(1-m)*W,m*H],[(1-m)*W,(1-m)*H],[m*W,(1-m)*H]]); 
    asp=h/w; ch=(c[2,0]-c[0,0])*asp
    if ch>(1-2*m)*H: s=(1-2*m)*H/ch; cx=W/2; c[:,0]=cx+(c[:,0]-cx)*s; ch*=s
    cy=H/2; c[:2,1]=cy-ch/2; c[2:,1]=cy+ch/2
    a=np.deg2rad(rng.uniform(-7,7)); R=np.array([[np.cos(a),-np.sin(a)],[np.sin(a),np.cos(a)]]); mid=np.array([W/2,H/2])
    c=(c-mid)@R.T*0.95+mid+rng.uniform(-0.035,0.035,(4,2))*[W,H]
    # curl
    gx,gy=np.meshgrid(np.arange(w,dtype=np.float32),np.arange(h,dtype=np.float32)); am=rng.uniform(-0.4,0.4)*11.8
    curled=cv2.remap(page,gx,gy+am*np.sin(gx/w*np.pi).astype(np.float32),cv2.INTER_LINEAR,borderValue=(255,255,255))
    M=cv2.getPerspectiveTransform(np.float32([[0,0],[w,0],[w,h],[0,h]]),np.float32(c))
    f=np.linalg.norm(c[1]-c[0])/w
    if f<0.6: curled=cv2.GaussianBlur(curled,(0,0),0.4/f)
    im=cv2.warpPerspective(curled,M,(W,H)); mask=cv2.warpPerspective(np.ones((h,w),np.float32),M,(W,H))[...,None]
    im=im*mask+bg*(1-mask)
    yy,xx=np.mgrid[0:H,0:W].astype(np.float32)
    d=rng.uniform(0,2*np.pi); grad=((xx/W-.5)*np.cos(d)+(yy/H-.5)*np.sin(d)); light=rng.uniform(0.75,0.98)+grad*rng.uniform(0.1,0.45)
    ex,ey=rng.uniform(0,W),rng.uniform(0,H); r=((xx-ex)/(0.35*W))**2+((yy-ey)/(0.25*H))**2
    light=light*(1-rng.uniform(0.1,0.45)/(1+np.exp((r-1)*rng.uniform(3,12))))
    im=im*light[...,None]*np.array([rng.uniform(.82,1.0),rng.uniform(.92,1.0),1.0])
    im=cv2.GaussianBlur(im.astype(np.float32),(0,0),rng.uniform(0.6,1.5))
    if rng.random()<0.3:
        n=int(rng.integers(2,4)); im=cv2.blur(im,(n,1) if rng.random()<.5 else (1,n))
    im=np.clip(im+rng.normal(0,rng.uniform(2,6),im.shape),0,255).astype(np.uint8)
    return cv2.imencode(".jpg",im,[cv2.IMWRITE_JPEG_QUALITY,int(rng.integers(72,92))])[1].tobytes()
def make(seed, name):
    rng=np.random.default_rng(seed); p=json.load(open(f"{name}.json")); page=cv2.imread(f"{name}.png").astype(np.float32); k=page.shape[1]/p["width"]
    pen=list(PENS)[seed%3]; height=rng.uniform(4.6,6.6); with_totals=seed%2==0
    n=len(p["totals"]); rows=[numbers(rng,n) for _ in range(p["rows"] if p["rows"]<40 else 12)]
    tot=[0]*n
    for r,row in enumerate(rows):
        rh=p["points"][r][0]["bottom"]-p["points"][r][0]["top"]
        for i,v in enumerate(row):
            write(rng,page,k,p["points"][r][i],str(v),pen,min(height,rh*0.62)); tot[i]+=v
    if with_totals:
        for i,v in enumerate(tot): write(rng,page,k,p["totals"][i],str(v),pen,min(height,5.2))
    return photo(rng,page), rows, tot if with_totals else None
if __name__=="__main__":
    for s,n in enumerate("abcd"):
        open(f"photo-{n}.jpg","wb").write(make(s,n)[0])
