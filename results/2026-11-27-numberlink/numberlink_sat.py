import sys,time,json,random
from pysat.solvers import Solver
from itertools import combinations
def load(key):
    return [l.split() for l in open(f"files/numberlink-{key}.txt")]
class Enc:
    def __init__(s,g,full,chordless,flip,colors=True):
        s.g=g; R=len(g);C=len(g[0]); s.R=R;s.C=C;s.n=0;s.cl=[]
        cells=[(r,c) for r in range(R) for c in range(C)]
        s.cells=cells
        ks=sorted({x for row in g for x in row if x!="."}); s.ks=ks
        s.x={(c,k):s.v() for c in cells for k in ks} if colors else {}
        s.e={}
        for r,c in cells:
            for d in((r,c+1),(r+1,c)):
                if d[0]<R and d[1]<C: s.e[(r,c),d]=s.v()
        s.nb={c:[d for d in((c[0]-1,c[1]),(c[0],c[1]-1),(c[0],c[1]+1),(c[0]+1,c[1])) if 0<=d[0]<R and 0<=d[1]<C] for c in cells}
        s.empty={}
        A=s.cl.append
        for c in cells:
            es=[s.E(c,d) for d in s.nb[c]]
            clue=g[c[0]][c[1]]
            if clue!=".":
                A(es)
                for a,b in combinations(es,2): A([-a,-b])
                for k in ks: A([s.x[c,k] if k==clue else -s.x[c,k]])
            else:
                for t in combinations(es,3): A([-a for a in t])
                if full:
                    for i in range(len(es)): A(es[:i]+es[i+1:])
                else:
                    m=s.v(); s.empty[c]=m
                    for i in range(len(es)):
                        A([-m,-es[i]]); A([m]+es[:i]+es[i+1:])
                        
                xs=[s.x[c,k] for k in ks]
                for a,b in combinations(xs,2): A([-a,-b])
                if full: A(xs)
                else:
                    A(xs+[m])
                    for a in xs: A([-a,-m])
        for (u,v),e in s.e.items():
            for k in ks:
                a,b=s.x[u,k],s.x[v,k]
                A([-e,-a,b]);A([-e,a,-b])
                if chordless: A([e,-a,-b])
        if chordless:
          for r in range(R-1):
            for c in range(C-1):
                q=[s.E((r,c),(r,c+1)),s.E((r,c+1),(r+1,c+1)),s.E((r+1,c),(r+1,c+1)),s.E((r,c),(r+1,c))]
                for t in combinations(q,3): A([-a for a in t])
        if flip and not full:
          for r in range(R-1):
            for c in range(C-1):
              # corner at bottom of the square, inner cell (r, other) empty -> forbidden
              for cc,oc in((c,c+1),(c+1,c)):
                b=(r+1,cc); inner=(r,oc)
                if g[b[0]][b[1]]=="." and inner in s.empty:
                    A([-s.E(b,(r,cc)),-s.E(b,(r+1,oc)),-s.empty[inner]])
        if flip>=2 and not full:
          for m in cells:
            if m not in s.empty: continue
            em=s.empty[m]; r,c=m
            for u,v in((( r-1,c),(r+1,c)),((r,c-1),(r,c+1))):
              if u in s.nb[m] and v in s.nb[m]:
                for k in ks: A([-em,-s.x[u,k],-s.x[v,k]])
            for dr in(-1,1):
              for dc in(-1,1):
                a,d,b=(r+dr,c),(r,c+dc),(r+dr,c+dc)
                if a in s.nb[m] and d in s.nb[m]:
                  for k in ks:
                    if dr==1 or g[b[0]][b[1]]!=".": A([-em,-s.x[a,k],-s.x[d,k]])
                    else:
                      A([-em,-s.x[a,k],-s.x[d,k],s.E(a,b)]); A([-em,-s.x[a,k],-s.x[d,k],s.E(b,d)])
        if flip>=3 and not full:
          for r in range(R-1):
            p={c:s.v() for c in range(C)}
            for c in range(C-1):
              e=s.E((r,c),(r,c+1)); dn=s.E((r,c),(r+1,c))
              A([-e,-dn,p[c+1]])
              if (r+1,c) in s.empty: A([-p[c],-e,-s.empty[r+1,c],p[c+1]])
            for c in range(1,C): A([-p[c],-s.E((r,c),(r+1,c)),-s.E((r,c),(r,c-1))])
    def v(s): s.n+=1; return s.n
    def E(s,a,b): return s.e[(a,b)] if (a,b) in s.e else s.e[(b,a)]
    def cycles(s,model):
        on={p for p,e in s.e.items() if model[e-1]>0}
        adj={}
        for a,b in on: adj.setdefault(a,[]).append(b); adj.setdefault(b,[]).append(a)
        seen=set(); cyc=[]
        def walk(st):
            path=[];c=st;prev=None
            seen.add(c)
            while True:
                nx=[d for d in adj.get(c,[]) if d!=prev and (d not in seen or (d==st and len(path)>1))]
                if not nx: return path,False
                d=nx[0]; path.append(s.E(c,d)); prev,c=c,d
                if c==st: return path,True
                seen.add(c)
        for c in s.cells:
            if s.g[c[0]][c[1]]!="." and c not in seen: walk(c)
        for c in adj:
            if c not in seen:
                p,cl=walk(c); assert cl; cyc.append(p)
        return cyc,[s.e[p] for p in on]
def run(key,full,chordless,flip,solver,limit=int(sys.argv[7])):
    g=load(key); t=time.time(); e=Enc(g,full,chordless,flip)
    S=Solver(name=solver,bootstrap_with=e.cl); tb=time.time()-t
    t=time.time(); ncut=0; sols=0; times=[]
    import threading
    while sols<2:
        r=S.solve()
        if time.time()-t>limit: return times,"late"
        if not r: break
        cyc,on=e.cycles(S.get_model())
        if cyc:
            for p in cyc: S.add_clause([-a for a in p]); ncut+=1
            continue
        sols+=1; times.append(round(time.time()-t,2)); S.add_clause([-a for a in on])
    st=S.accum_stats() or {}
    return dict(sols=sols,first=times,total=round(time.time()-t,2),build=round(tb,2),cuts=ncut,conf=st.get("conflicts"))
if __name__=="__main__":
    size,n,full,ch,fl,solver=sys.argv[1:7]
    idx=json.load(open("idx.json"))["numberlink"][size]
    random.seed(1); random.shuffle(idx)
    for key in sorted(idx[:int(n)]):
        print(key,run(key,full=="1",ch=="1",int(fl),solver),flush=True)
