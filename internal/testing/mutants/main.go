// Command mutants changes the code of packages in one place at a time and runs the tests of the changed package. A
// mutant is a program with one such change. One that survives is a change that no test of its package notices.
//
//	go run ./internal/testing/mutants -sample 50 -seed 1 ./internal/market ./internal/model/...
//
// It prints a line of CSV for each mutant: file, line, function, change, result. The files of the tree stay as they are.
package main

import (
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"time"
)

func main() {
	var o options
	flag.IntVar(&o.sample, "sample", 50, "mutants to try, drawn from all; 0 for all")
	flag.Uint64Var(&o.seed, "seed", 1, "of the draw")
	flag.DurationVar(&o.patience, "timeout", 2*time.Minute, "for the tests of one mutant; those that take longer have noticed it")
	match := flag.String("match", "", "regular expression: only lines of code that match")
	flag.Parse()
	o.patterns = flag.Args()
	var err error
	if o.match, err = regexp.Compile(*match); err == nil {
		err = o.run(os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

type options struct {
	patterns []string // of packages, as go list takes them
	sample   int
	seed     uint64
	patience time.Duration
	match    *regexp.Regexp
}

// run tries the drawn mutants one after the other and writes a line for each.
func (o options) run(to io.Writer) error {
	files, err := listFiles(o.patterns)
	if err != nil {
		return err
	}
	var all []mutant
	for _, f := range files {
		found, err := findMutants(f)
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	all = slices.DeleteFunc(all, func(m mutant) bool { return !o.match.MatchString(m.code) })
	out := csv.NewWriter(to)
	counts := map[result]int{}
	for _, m := range o.draw(all) {
		r, err := try(m, o.patience)
		if err != nil {
			return err
		}
		counts[r]++
		if err := out.Write([]string{m.file.path, strconv.Itoa(m.line), m.function, m.change, string(r)}); err != nil {
			return err
		}
		if out.Flush(); out.Error() != nil {
			return out.Error()
		}
	}
	fmt.Fprintf(os.Stderr, "mutants: %d of %d tried: %d noticed, %d survived, %d did not build\n",
		counts[noticed]+counts[survived]+counts[unbuilt], len(all), counts[noticed], counts[survived], counts[unbuilt])
	return nil
}

// draw returns a sample of the mutants, in the order of the code.
func (o options) draw(all []mutant) []mutant {
	if o.sample <= 0 || o.sample >= len(all) {
		return all
	}
	order := rand.New(rand.NewPCG(o.seed, 0)).Perm(len(all))[:o.sample]
	slices.Sort(order)
	drawn := make([]mutant, len(order))
	for i, at := range order {
		drawn[i] = all[at]
	}
	return drawn
}
