// Dominoes on an m x n board by the broken profile: a bit for each column, dense arrays, counts of 128 bits (modulo 2^128).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned __int128 u;
int main(int c,char**v){int m=atoi(v[1]),n=atoi(v[2]);size_t N=1ul<<n;u*a=calloc(N,sizeof(u)),*b=malloc(N*sizeof(u));a[0]=1;
for(int i=0;i<m;i++)for(int j=0;j<n;j++){memset(b,0,N*sizeof(u));size_t J=1ul<<j;for(size_t s=0;s<N;s++){u x=a[s];if(!x)continue;
 if(s&J){b[s^J]+=x;}else{if(i+1<m)b[s|J]+=x;if(j+1<n&&!(s&(J<<1)))b[s|(J<<1)]+=x;}}u*t=a;a=b;b=t;}
u x=a[0];char o[50];int k=49;o[k]=0;do{o[--k]='0'+(int)(x%10);x/=10;}while(x);puts(o+k);}
