import sys, time
from pathlib import Path
import cv2, numpy as np
from digits import *
cv2.setNumThreads(1)
D=Path("package/data")
def load(kind):
    im=np.frombuffer((D/f"{kind}-images-idx3-ubyte").read_bytes(),np.uint8,offset=16).reshape(-1,28,28)
    lb=np.frombuffer((D/f"{kind}-labels-idx1-ubyte").read_bytes(),np.uint8,offset=8)
    return im.astype(np.float32)/255, lb.astype(np.int64)
def distorted(rng, ink):
    """ink 28x28 0..1; enlarge, distort, thin or thicken, blur, noise; normalise."""
    big=cv2.resize(ink,(56,56),interpolation=cv2.INTER_CUBIC)
    a=rng.uniform(-0.26,0.26); s=rng.uniform(0.75,1.2,2); sh=rng.uniform(-0.25,0.25)
    m=np.array([[np.cos(a),-np.sin(a)],[np.sin(a),np.cos(a)]])@np.array([[1,sh],[0,1]])@np.diag(s)
    c=np.array([28,28]); M=np.hstack([m,(c-m@c)[:,None]])
    big=cv2.warpAffine(big,M,(56,56))
    if rng.random()<0.4:
        d=rng.normal(0,1,(2,7,7)).astype(np.float32)*rng.uniform(0.5,1.6)
        dx,dy=(cv2.resize(x,(56,56),interpolation=cv2.INTER_CUBIC) for x in d)
        gx,gy=np.meshgrid(np.arange(56,dtype=np.float32),np.arange(56,dtype=np.float32))
        big=cv2.remap(big,gx+dx,gy+dy,cv2.INTER_LINEAR)
    t=rng.random()
    if t<0.35: big=cv2.erode(big,np.ones((2,2)) if rng.random()<.5 else np.ones((3,3)))
    elif t<0.5: big=cv2.dilate(big,np.ones((3,3)))
    if big.max()<0.3: big=cv2.resize(ink,(56,56))
    if rng.random()<0.5: big=cv2.GaussianBlur(big,(0,0),rng.uniform(0.4,1.6))
    big=np.clip(big*rng.uniform(0.7,1.5)+rng.normal(0,rng.uniform(0,0.06),big.shape),0,1)
    big[big<0.12]=0
    # a rest of a printed line or a missing part
    if rng.random()<0.08: big[:, :int(rng.integers(1,6))]*=0
    return normalised(big)
def fonts(rng, n):
    from PIL import Image, ImageDraw, ImageFont
    files=[str(f) for f in Path("/usr/share/fonts").rglob("*.ttf")]
    files=[f for f in files if "DejaVu" in f or "Liberation" in f]
    xs=[];ys=[]
    for i in range(n):
        f=ImageFont.truetype(files[rng.integers(len(files))],40)
        im=Image.new("L",(56,56)); dr=ImageDraw.Draw(im); k=int(rng.integers(10))
        dr.text((28,28),str(k),fill=255,font=f,anchor="mm")
        xs.append(cv2.resize(np.asarray(im,np.float32)/255,(28,28),interpolation=cv2.INTER_AREA)); ys.append(k)
    return np.array(xs),np.array(ys)
def european(rng, n):
    """1 with an upstroke and 7 with a bar, drawn as strokes."""
    xs=[];ys=[]
    for i in range(n):
        im=np.zeros((112,112),np.uint8); t=int(rng.integers(6,12)); j=lambda v:tuple(int(p+rng.normal(0,3)) for p in v)
        if rng.random()<0.5:
            top=j((62,16)); cv2.line(im,j((rng.integers(30,48),rng.integers(30,52))),top,255,t,cv2.LINE_AA); cv2.line(im,top,j((60,96)),255,t,cv2.LINE_AA)
            if rng.random()<0.2: cv2.line(im,j((44,96)),j((76,96)),255,t,cv2.LINE_AA)
            ys.append(1)
        else:
            a,b,c=j((34,20)),j((80,18)),j((50,96)); cv2.polylines(im,[np.array([a,b,c])],False,255,t,cv2.LINE_AA)
            if rng.random()<0.8: cv2.line(im,j((44,56)),j((78,54)),255,t,cv2.LINE_AA)
            ys.append(7)
        xs.append(cv2.resize(im.astype(np.float32)/255,(28,28),interpolation=cv2.INTER_AREA))
    return np.array(xs),np.array(ys)

def others(rng, x, n):
    """What is not one digit: two that touch, lines and dots."""
    xs=[]
    for i in range(n):
        out=np.zeros((28,56),np.float32)
        if rng.random()<0.85:
            one,two=x[rng.integers(len(x))],x[rng.integers(len(x))]
            def trim(g):
                c=np.flatnonzero(g.max(0)>.2); return g[:,c[0]:c[-1]+1]
            one,two=trim(one),trim(two); s=int(rng.integers(-1,4)); w=one.shape[1]+two.shape[1]-s
            out=np.zeros((28,max(28,w)),np.float32); l=(out.shape[1]-w)//2
            out[:,l:l+one.shape[1]]=one; r=l+one.shape[1]-s; dy=int(rng.integers(-2,3)); two=np.roll(two,dy,0)
            out[:,r:r+two.shape[1]]=np.maximum(out[:,r:r+two.shape[1]],two)
            out=cv2.resize(out,(28,28),interpolation=cv2.INTER_AREA) if False else out
            k=28/out.shape[1]; out=cv2.resize(out,(28,max(8,int(28*k))),interpolation=cv2.INTER_AREA); pad=(28-out.shape[0]); out=np.pad(out,((pad//2,pad-pad//2),(0,0)))
        else:
            out=np.zeros((28,28),np.float32); q=[int(v) for v in rng.integers(4,24,4)]
            if rng.random()<.6: cv2.line(out,(3,q[0]),(25,q[0]+int(rng.integers(-2,3))),1.0,int(rng.integers(1,3)))
            else: cv2.circle(out,(q[0],q[1]),int(rng.integers(2,5)),1.0,-1)
        xs.append(out)
    return np.array(xs,np.float32),np.full(n,10)
def train(epochs, seed=1):
    rng=np.random.default_rng(seed)
    x,y=load("train"); fx,fy=fonts(rng,3000); ex,ey=european(rng,4000)
    ox,oy=others(rng,x,9000); x=np.concatenate([x,fx,ex,ox]); y=np.concatenate([y,fy,ey,oy])
    tx,ty=load("t10k"); tx=np.array([normalised(i) for i in tx])
    def init(*s): return (rng.standard_normal(s)*np.sqrt(2/s[0])).astype(np.float32)
    W=[init(25,8),np.zeros(8,np.float32),init(200,16),np.zeros(16,np.float32),init(256,64),np.zeros(64,np.float32),init(64,11),np.zeros(11,np.float32)]
    m=[np.zeros_like(w) for w in W]; v=[np.zeros_like(w) for w in W]; step=0
    B=128
    for ep in range(epochs):
        t0=time.time(); order=rng.permutation(len(x))[:34000]; lr0=2e-3*0.5*(1+np.cos(np.pi*ep/epochs))+2e-5; hit=0
        for b in range(0,len(order)-B+1,B):
            idx=order[b:b+B]
            X=np.stack([distorted(rng,x[i]) for i in idx])[...,None]; Y=y[idx]
            p1=patches(X,5); z1=p1@W[0]+W[1]; a1=np.maximum(z1,0)
            q1=pool(a1); p2=patches(q1,5); z2=p2@W[2]+W[3]; a2=np.maximum(z2,0); q2=pool(a2)
            f=q2.reshape(B,-1); h=np.maximum(f@W[4]+W[5],0)
            drop=((rng.random(h.shape)>0.2)/0.8).astype(np.float32); hd=(h*drop).astype(np.float32)
            o=hd@W[6]+W[7]; e=np.exp(o-o.max(1,keepdims=True)); P=e/e.sum(1,keepdims=True)
            hit+=(P.argmax(1)==Y).sum()
            d=P.copy(); d[np.arange(B),Y]-=1; d/=B
            g=[None]*8
            g[6]=hd.T@d; g[7]=d.sum(0)
            dh=(d@W[6].T)*drop*(h>0); dh=dh.astype(np.float32)
            g[4]=f.T@dh; g[5]=dh.sum(0)
            dq2=(dh@W[4].T).reshape(q2.shape)
            def unpool(dq,a,q):
                n,hh,ww,c=q.shape
                mask=(a.reshape(n,hh,2,ww,2,c)==q[:,:,None,:,None,:])
                return (mask*dq[:,:,None,:,None,:]).reshape(a.shape)
            dz2=unpool(dq2,a2,q2)*(z2>0)
            g[2]=p2.reshape(-1,200).T@dz2.reshape(-1,16); g[3]=dz2.sum((0,1,2))
            dp2=(dz2@W[2].T).reshape(*dz2.shape[:3],8,5,5)
            dq1=np.zeros_like(q1)
            for i in range(5):
                for k in range(5): dq1[:,i:i+8,k:k+8]+=dp2[...,i,k]
            dz1=unpool(dq1,a1,q1)*(z1>0)
            g[0]=p1.reshape(-1,25).T@dz1.reshape(-1,8); g[1]=dz1.sum((0,1,2))
            step+=1
            for i in range(8):
                m[i]=0.9*m[i]+0.1*g[i]; v[i]=0.999*v[i]+0.001*g[i]**2
                W[i]=(W[i]-lr0*(m[i]/(1-0.9**step))/(np.sqrt(v[i]/(1-0.999**step))+1e-7)).astype(np.float32)
        acc=(forward(W,tx).argmax(1)==ty).mean()
        print(ep,round(time.time()-t0),"train",hit/len(order),"t10k",acc,flush=True)
        np.savez_compressed("digits.npz",*[w.astype(np.float16) for w in W])
train(int(sys.argv[1]))
