c hello
s 1 2
p ec 3
