import random,sys
n,d=int(sys.argv[1]),int(sys.argv[2]);random.seed(2)
print('Maximize\n obj: '+' + '.join(f'{random.randint(10,99)} x{j}' for j in range(n))+'\nSubject To')
for i in range(2): print(f' k{i}: '+' + '.join(f'{round(random.uniform(1,99),d)} x{j}' for j in range(n))+' <= %s'%round(n*20+.5,d))
print('Binaries\n '+' '.join(f'x{j}' for j in range(n))+'\nEnd')
