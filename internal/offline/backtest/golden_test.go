package backtest_test

import (
	"bufio"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/offline/backtest"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

var update = flag.Bool("update", false, "write the golden values anew")

// elsewhere is the tolerance on other architectures, which may round differently.
const elsewhere = 1e-9

// TestValuesMoveOnlyWithReason compares values of an invented town to the last bit. After an intended change,
// rewrite them with -update and raise train.CodeVersion.
func TestValuesMoveOnlyWithReason(t *testing.T) {
	m := smalltown.New(17, smalltown.FewStreets)
	s := market.NewSales(m.Attributes, m.Sold)
	plan := backtest.Plan{
		From: gevel.NewDate(2022, 1, 1), Until: smalltown.End, Walk: backtest.WalkMonth, Retrain: backtest.RetrainNone, Seed: 1,
	}
	r, err := backtest.Run(t.Context(), s, plan, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, f := range r.Forecasts {
		fmt.Fprintf(&got, "%s %x %x %x %x\n", s.ID(int(f.Row)), f.Value, f.Low80, f.High80, f.FSD)
	}
	golden := filepath.Join("testdata", "values.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	compareGolden(t, got.String(), string(want))
}

func compareGolden(t *testing.T, got, want string) {
	t.Helper()
	if strings.Count(got, "\n") != strings.Count(want, "\n") {
		t.Fatalf("%d values, want %d", strings.Count(got, "\n"), strings.Count(want, "\n"))
	}
	wanted := bufio.NewScanner(strings.NewReader(want))
	for line := range strings.Lines(got) {
		wanted.Scan()
		g, w := strings.Fields(line), strings.Fields(wanted.Text())
		for i := range g {
			if g[i] != w[i] && (i == 0 || runtime.GOARCH == "amd64" || !near(t, g[i], w[i])) {
				t.Errorf("got %s, want %s", strings.TrimSpace(line), wanted.Text())
				break
			}
		}
	}
}

// near reports whether two numbers are equal up to rounding.
func near(t *testing.T, got, want string) bool {
	t.Helper()
	a, errA := strconv.ParseFloat(got, 64)
	b, errB := strconv.ParseFloat(want, 64)
	if errA != nil || errB != nil {
		t.Fatalf("%s and %s: %v, %v", got, want, errA, errB)
	}
	return math.Abs(a-b) <= elsewhere*math.Abs(b)
}
