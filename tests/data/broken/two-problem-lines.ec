p ec 2
p ec 2
s 1
