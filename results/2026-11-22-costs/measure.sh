# ./measure.sh PROGRAM: each problem by the tree, by the diagram, and by turns, on one thread
for f in partition40 partition60 partition100 assignment40 assignment100 cover40 dominoes8x8 tetrominoes8x8 pentominoes6x10 queens16; do
  for e in links frontier auto; do
    timeout 100 $1 solve file $f.dlx --minimize --engine $e -j 1 --memory 1GB --time-limit 20s -q > /dev/null 2>&1 || true
    timeout 100 $1 solve file $f.dlx --minimize --engine $e -j 1 --memory 1GB --time-limit 20s 2>&1 >/dev/null | sed "s/^dlx-count: /$e /"
  done
done
