p ec 3
s 1 2
s 4
