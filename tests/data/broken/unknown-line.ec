p ec 3
q 1
