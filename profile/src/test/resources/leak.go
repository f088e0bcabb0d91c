package main

import (
	"os"
	"runtime"
	"runtime/pprof"
)

var kept [][]byte

//go:noinline
func leak(blocks int) {
	for i := 0; i < blocks; i++ {
		kept = append(kept, make([]byte, 19993))
	}
}

//go:noinline
func churn(blocks int) {
	for i := 0; i < blocks; i++ {
		kept[0] = make([]byte, 7919)
	}
}

func main() {
	// What a processor may still leave out of the rate before is left out once, in the first function.
	runtime.GOMAXPROCS(1)
	runtime.MemProfileRate = 4096
	leak(500)
	churn(300)
	runtime.GC()
	file, err := os.Create(os.Args[1])
	if err != nil {
		panic(err)
	}
	if err := pprof.Lookup("heap").WriteTo(file, 0); err != nil {
		panic(err)
	}
	file.Close()
	text, _ := os.Create(os.Args[1] + ".txt")
	pprof.Lookup("heap").WriteTo(text, 1)
	text.Close()
}
