package gbm

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The oracle suite trains on the same matrix as Debian's xgboost command with the same
// settings and compares what both predict, and how long it takes them. Where a lightgbm
// command is on the path, it is compared too. It runs with
//
//	GEVEL_ORACLE=1 go test -run Oracle -v ./internal/num/gbm
//
// GEVEL_ORACLE_ROWS, _TREES, _LEAVES and _BINS change the invented case, and
// GEVEL_ORACLE_THREADS both: on a busy machine compare with one thread, since the others'
// threads burn processor time while they wait for each other.

// sameWithin is the share by which the two RMSEs may differ.
const sameWithin = 0.01

func TestOracleAgreesOnInventedRows(t *testing.T) {
	oracle(t)
	rows := setting(t, "GEVEL_ORACLE_ROWS", 50_000)
	d := invented(rows+rows/5, 40, 1)
	p := Params{
		Trees: setting(t, "GEVEL_ORACLE_TREES", 100), Leaves: setting(t, "GEVEL_ORACLE_LEAVES", 31),
		MaxBins: setting(t, "GEVEL_ORACLE_BINS", 256), LearningRate: 0.1, L2: 1, MinLeaf: 1,
	}
	compare(t, slice(d, 0, rows), slice(d, rows, rows+rows/5), p)
}

func TestOracleAgreesOnRealSales(t *testing.T) {
	oracle(t)
	d := kingCounty(t)
	p := Params{Trees: 500, Leaves: 31, MaxBins: 256, LearningRate: 0.05, L2: 1, MinLeaf: 1}
	compare(t, slice(d, 0, 17_596), slice(d, 17_596, len(d.Target)), p)
}

func oracle(t *testing.T) {
	t.Helper()
	if os.Getenv("GEVEL_ORACLE") == "" {
		t.Skip("GEVEL_ORACLE is not set")
	}
	if _, err := exec.LookPath("xgboost"); err != nil {
		t.Skip("no xgboost command here")
	}
}

func setting(t *testing.T, name string, otherwise int) int {
	t.Helper()
	if os.Getenv(name) == "" {
		return otherwise
	}
	n, err := strconv.Atoi(os.Getenv(name))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func compare(t *testing.T, train, test Data, p Params) {
	t.Helper()
	p.Threads = setting(t, "GEVEL_ORACLE_THREADS", runtime.GOMAXPROCS(0))
	t.Logf("%d rows, %d columns, %d trees", len(train.Target), len(train.Table.Columns), p.Trees)
	for _, r := range []rival{xgboost, lightgbm} {
		if _, err := exec.LookPath(r.command); err != nil {
			t.Logf("no %s command here", r.command)
			continue
		}
		want, theirs := r.run(t, train, test, p)
		before, cpuBefore := time.Now(), cpuTime(t)
		m, err := Train(context.Background(), train, p, nil)
		if err != nil {
			t.Fatal(err)
		}
		ours := cost{wall: time.Since(before), cpu: cpuTime(t) - cpuBefore}
		got := rmse(predictions(t, m, test.Table), test.Target)
		t.Logf("RMSE %.5f, %s %.5f (%.4f)", got, r.command, want, got/want)
		t.Logf("training %.2f s, %s %.2f s (%.2f); cpu %.2f s, %.2f s (%.2f)",
			ours.wall.Seconds(), r.command, theirs.wall.Seconds(), ours.wall.Seconds()/theirs.wall.Seconds(),
			ours.cpu.Seconds(), theirs.cpu.Seconds(), ours.cpu.Seconds()/theirs.cpu.Seconds())
		if got > want*(1+sameWithin) {
			t.Errorf("RMSE = %v, %s's %v: more than 1 %% worse", got, r.command, want)
		}
	}
}

// cost is what a training took.
type cost struct {
	wall, cpu time.Duration
}

// cpuTime returns the processor time of this process so far.
func cpuTime(t testing.TB) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// A rival is a command that trains on a file and predicts another.
type rival struct {
	command string
	write   func(t *testing.T, path string, d Data)
	// settings returns the lines of its configuration, with the training's files train and test.
	settings func(train Data, p Params) string
	// train returns the arguments that boost so many rounds, and predict are those that write pred.txt.
	train   func(rounds int) []string
	predict []string
}

// run trains and predicts. The cost is the cost of the boosting rounds: a run of one round is
// subtracted, which reads the file and bins it. Our cost includes binning.
func (r rival) run(t *testing.T, train, test Data, p Params) (score float64, took cost) {
	t.Helper()
	dir := t.TempDir()
	r.write(t, filepath.Join(dir, "train"), train)
	r.write(t, filepath.Join(dir, "test"), test)
	if err := os.WriteFile(filepath.Join(dir, "conf"), []byte(r.settings(train, p)), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(args []string) cost {
		command := exec.Command(r.command, args...)
		command.Dir = dir
		before := time.Now()
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", r.command, err, out)
		}
		state := command.ProcessState
		return cost{wall: time.Since(before), cpu: state.UserTime() + state.SystemTime()}
	}
	one, all := run(r.train(1)), run(r.train(p.Trees))
	run(r.predict)
	return rmse(numbers(t, filepath.Join(dir, "pred.txt")), test.Target),
		cost{wall: all.wall - one.wall, cpu: all.cpu - one.cpu}
}

var xgboost = rival{
	command: "xgboost",
	write:   libsvm,
	settings: func(train Data, p Params) string {
		return fmt.Sprintf(`booster=gbtree
objective=reg:squarederror
tree_method=hist
grow_policy=lossguide
max_depth=0
max_leaves=%d
max_bin=%d
eta=%v
lambda=%v
min_child_weight=%d
base_score=%v
nthread=%d
verbosity=0
data="train?format=libsvm"
test:data="test?format=libsvm"
model_out=model.json
`, p.Leaves, p.MaxBins, p.LearningRate, p.L2, p.MinLeaf, average(train.Target), p.Threads)
	},
	train:   func(rounds int) []string { return []string{"conf", "num_round=" + strconv.Itoa(rounds)} },
	predict: []string{"conf", "task=pred", "model_in=model.json", "name_pred=pred.txt"},
}

// lightgbm chooses by itself whether it goes by rows or by columns. Its bins of what is missing are among the 256.
var lightgbm = rival{
	command: "lightgbm",
	write:   tabbed,
	settings: func(_ Data, p Params) string {
		return fmt.Sprintf(`objective=regression
num_leaves=%d
max_bin=%d
learning_rate=%v
lambda_l2=%v
min_data_in_leaf=%d
min_sum_hessian_in_leaf=0
min_data_in_bin=1
feature_pre_filter=false
num_threads=%d
verbosity=-1
`, p.Leaves, p.MaxBins, p.LearningRate, p.L2, p.MinLeaf, p.Threads)
	},
	train: func(rounds int) []string {
		return []string{"config=conf", "task=train", "data=train", "output_model=model.txt", "num_iterations=" + strconv.Itoa(rounds)}
	},
	predict: []string{"config=conf", "task=predict", "data=test", "input_model=model.txt", "output_result=pred.txt"},
}

func average(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// libsvm writes a matrix as sparse text; what isn't there is missing.
func libsvm(t *testing.T, path string, d Data) {
	t.Helper()
	text(t, path, d, func(w io.Writer, column int, value float64) {
		if !math.IsNaN(value) {
			fmt.Fprintf(w, " %d:%v", column, value)
		}
	})
}

// tabbed writes a matrix as text with tabs; what is missing is NaN.
func tabbed(t *testing.T, path string, d Data) {
	t.Helper()
	text(t, path, d, func(w io.Writer, _ int, value float64) { fmt.Fprintf(w, "\t%v", value) })
}

// text writes a line a row: the target, then each column's value as cell writes it.
func text(t *testing.T, path string, d Data, cell func(w io.Writer, column int, value float64)) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	for i, y := range d.Target {
		fmt.Fprintf(w, "%v", y)
		for j, c := range d.Table.Columns {
			cell(w, j, c.Values[i])
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func numbers(t *testing.T, path string) []float64 {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(text))
	out := make([]float64, len(fields))
	for i, field := range fields {
		if out[i], err = strconv.ParseFloat(field, 64); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// kingCounty returns the real sales of the shared data, when present: log price and the
// numeric columns, in the order of the file, which is by date.
func kingCounty(t testing.TB) Data {
	t.Helper()
	f, err := os.Open("../../../../shared/data/sales/king_county.csv.gz")
	if err != nil {
		t.Skip("the shared data is not here")
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(unzipped).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var d Data
	for j, name := range records[0] {
		c := Column{Name: name, Values: make([]float64, 0, len(records))}
		known := 0
		for _, record := range records[1:] {
			v := numeric(name, record[j])
			if !math.IsNaN(v) {
				known++
			}
			c.Values = append(c.Values, v)
		}
		switch {
		case name == "price":
			for _, price := range c.Values {
				d.Target = append(d.Target, math.Log(price))
			}
		case known > 0:
			d.Table.Columns = append(d.Table.Columns, c)
		}
	}
	return d
}

// numeric returns a field as a number, a date as days, NaN for what is neither.
func numeric(name, field string) float64 {
	if strings.HasSuffix(name, "_id") {
		return math.NaN()
	}
	if day, err := time.Parse(time.DateOnly, field); err == nil {
		return day.Sub(time.Date(2014, 1, 1, 0, 0, 0, 0, time.UTC)).Hours() / 24
	}
	v, err := strconv.ParseFloat(field, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}
