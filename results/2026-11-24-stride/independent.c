// Independent sets of an m x n grid by the broken profile, 128 bits (modulo 2^128).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned __int128 u;
int main(int c,char**v){int m=atoi(v[1]),n=atoi(v[2]);size_t N=1ul<<n;u*a=calloc(N,sizeof(u)),*b=malloc(N*sizeof(u));a[0]=1;
for(int i=0;i<m;i++)for(int j=0;j<n;j++){memset(b,0,N*sizeof(u));size_t J=1ul<<j;for(size_t s=0;s<N;s++){u x=a[s];if(!x)continue;
 b[s&~J]+=x;if(!(s&J)&&!(j&&(s&(J>>1))))b[s|J]+=x;}u*t=a;a=b;b=t;}
u x=0;for(size_t s=0;s<N;s++)x+=a[s];char o[50];int k=49;o[k]=0;do{o[--k]='0'+(int)(x%10);x/=10;}while(x);puts(o+k);}
