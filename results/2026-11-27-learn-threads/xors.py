import random,sys
n,x,c,seed=map(int,sys.argv[1:]); r=random.Random(seed); cl=[]
for _ in range(x):
    a=r.sample(range(1,n+1),3); p=r.random()<.5
    for m in range(8):
        s=[(m>>i)&1 for i in range(3)]
        if (sum(s)%2==1)==p: cl.append([-v if b else v for v,b in zip(a,s)])
for _ in range(c):
    cl.append([v if r.random()<.5 else -v for v in r.sample(range(1,n+1),3)])
print(f"p cnf {n} {len(cl)}")
for k in cl: print(*k,0)
