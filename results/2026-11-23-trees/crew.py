import random,sys
n,m,lo,hi=map(int,sys.argv[1:5])
random.seed(7)
print(n,m)
for _ in range(m):
    k=random.randint(lo,hi)
    s=random.sample(range(1,n+1),k)
    print(k,*s)
