import random,sys
n,k,seed=map(int,sys.argv[1:4])
random.seed(seed)
h=[[0]*n for _ in range(n+1)]; v=[[0]*(n+1) for _ in range(n)]
for r in range(1,n):
    for c in range(n): h[r][c]=random.randint(1,k)
for r in range(n):
    for c in range(1,n): v[r][c]=random.randint(1,k)
t=[(h[r][c],v[r][c+1],h[r+1][c],v[r][c]) for r in range(n) for c in range(n)]
random.shuffle(t)
for x in t:
    s=random.randrange(4); print(*(x[s:]+x[:s]))
