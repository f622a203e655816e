import sys,time,json,random,threading
from pysat.solvers import Solver
from pysat.card import CardEnc, EncType
from itertools import combinations
def load(key):
    L=open(f"files/nurikabe-{key}.txt").read().split("\n"); L=[l for l in L if l.strip()]
    return [l.split() if " " in l else list(l) for l in L]
class Enc:
    def __init__(s,g,mode):
        s.g=g; R=s.R=len(g);C=s.C=len(g[0]); s.n=0;s.cl=[];A=s.cl.append
        cells=s.cells=[(r,c) for r in range(R) for c in range(C)]
        s.nb={c:[d for d in((c[0]-1,c[1]),(c[0],c[1]-1),(c[0],c[1]+1),(c[0]+1,c[1])) if 0<=d[0]<R and 0<=d[1]<C] for c in cells}
        s.isl=[(c,int(g[c[0]][c[1]])) for c in cells if g[c[0]][c[1]]!="."]
        clue={c for c,_ in s.isl}
        s.w={c:s.v() for c in cells}
        # levels: at[c][i] list by distance: reach var d[i,c,t]: cell c is of island i and at distance <= t from the number inside the island
        s.own={c:{} for c in cells}
        for i,(src,size) in enumerate(s.isl):
            # bfs around other clues
            bad={d for o,_ in s.isl if o!=src for d in s.nb[o]}|{o for o,_ in s.isl if o!=src}
            dist={src:0}; q=[src]
            for c in q:
                if dist[c]==size-1: continue
                for d in s.nb[c]:
                    if d not in dist and d not in bad: dist[d]=dist[c]+1; q.append(d)
            for c in dist: s.own[c][i]=s.v()
            # reachability: r[c,t], t from dist to size-1
            if mode==1:
              T=size-1
              r={}
              for c in dist:
                for t in range(dist[c],T+1): r[c,t]=s.v()
              for c in dist:
                A([-s.own[c][i],r[c,T]]); A([-r[c,T],s.own[c][i]])
                for t in range(dist[c],T+1):
                    if c==src: A([r[c,t]]); continue
                    if t<T: A([-r[c,t],r[c,t+1]])
                    A([-r[c,t]]+[r[d,t-1] for d in s.nb[c] if (d,t-1) in r])
                    A([-r[c,t],s.own[c][i]])
            lits=[s.own[c][i] for c in dist]
            if len(lits)<size: A([]) if False else A([s.w[cells[0]]]) or A([-s.w[cells[0]]]); 
            if size==1 or len(lits)<size:
                pass
            if len(lits)>=size:
                cn=CardEnc.equals(lits=lits,bound=size,top_id=s.n,encoding=EncType.seqcounter if size<8 else EncType.totalizer)
                s.n=max(s.n,cn.nv); s.cl+=cn.clauses
            A([s.own[src][i]])
        for c in cells:
            o=list(s.own[c].values())
            for a,b in combinations(o,2): A([-a,-b])
            A([-s.w[c]]+o)
            for a in o: A([-a,s.w[c]])
        for c in cells:
            for d in s.nb[c]:
                if d>c:
                    for i,a in s.own[c].items():
                        if i in s.own[d]: A([-a,-s.w[d],s.own[d][i]])
                        else: A([-a,-s.w[d]])
                    for i,a in s.own[d].items():
                        if i in s.own[c]: A([-a,-s.w[c],s.own[c][i]])
                        else: A([-a,-s.w[c]])
        for r in range(R-1):
            for c in range(C-1): A([s.w[r,c],s.w[r+1,c],s.w[r,c+1],s.w[r+1,c+1]])
    def v(s): s.n+=1; return s.n
    def comps(s,cells):
        left=set(cells); out=[]
        while left:
            st=[left.pop()]; comp={st[0]}
            while st:
                for d in s.nb[st.pop()]:
                    if d in left: left.remove(d); comp.add(d); st.append(d)
            out.append(comp)
        return out
    def cuts(s,white):
        out=[]
        black=s.comps([c for c in s.cells if c not in white])
        if len(black)>1:
            for comp in black:
                border={d for c in comp for d in s.nb[c]}-comp
                for other in black:
                    if other is not comp:
                        x=next(iter(comp)); y=next(iter(other))
                        out.append([s.w[x],s.w[y]]+[-s.w[d] for d in border])
        for comp in s.comps(white):
            if not any(s.g[r][c]!="." for r,c in comp):
                border={d for c in comp for d in s.nb[c]}-comp
                x=next(iter(comp)); out.append([-s.w[x]]+[s.w[d] for d in border])
        return out
def run(key,mode,solver,limit):
    g=load(key); t=time.time(); e=Enc(g,mode); S=Solver(name=solver,bootstrap_with=e.cl); tb=time.time()-t
    t=time.time(); n=0; nc=0; nm=0; first=None
    tm=threading.Timer(limit,S.interrupt); tm.start()
    while n<2:
        r=S.solve_limited(expect_interrupt=True)
        if not r: break
        nm+=1
        m=S.get_model(); white={c for c in e.cells if m[e.w[c]-1]>0}
        cu=e.cuts(white)
        if cu:
            for c in cu: S.add_clause(c)
            nc+=len(cu); continue
        n+=1; first=first or round(time.time()-t,2)
        S.add_clause([-e.w[c] if c in white else e.w[c] for c in e.cells])
    tm.cancel()
    return dict(r=r,sols=n,first=first,total=round(time.time()-t,2),build=round(tb,2),vars=e.n,cl=len(e.cl),models=nm,cuts=nc,conf=S.accum_stats()["conflicts"],big=max(x for _,x in e.isl))
if __name__=="__main__":
    size,n,mode,solver,limit=sys.argv[1:6]
    idx=json.load(open("idx.json"))["nurikabe"][size]
    random.seed(1); random.shuffle(idx)
    for key in sorted(idx[:int(n)]): print(key,run(key,int(mode),solver,int(limit)),flush=True)
