package bulk

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// allExplained values every fifth home of the town with all columns that gevel value writes.
func allExplained(t *testing.T, v *valuation.Valuer) string {
	t.Helper()
	all := NewAll(v.Edition(), 30_000)
	defer all.Close()
	homes, err := NewFile(t.Context(), "the edition", all)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		Valuer: v, Today: townDay, Date: townDay, Additions: []Addition{Municipal{v.Edition()}}, Explainer: explain.New(v),
		Progress: func(int64) {}, Shard: Shard{0, 5},
	}
	var b bytes.Buffer
	out, err := NewCSV(&b, homes, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Value(t.Context(), homes, out, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// columnOf returns the cells of a column.
func columnOf(t *testing.T, rows [][]string, name string) []string {
	t.Helper()
	k := slices.Index(rows[0], name)
	if k < 0 {
		t.Fatalf("there is no column %s in %v", name, rows[0])
	}
	cells := make([]string, len(rows)-1)
	for i, row := range rows[1:] {
		cells[i] = row[k]
	}
	return cells
}

// The characteristics in the output are those that were valued, so giving them changes nothing.
func TestWhatIsWrittenIsReadAgainWithTheSameValues(t *testing.T) {
	_, v := sharedTown(t)
	first := allExplained(t, v)
	before := readCSV(t, first, ',')
	_, second := valueAll(t, first, NewCSV)
	_, third := valueAll(t, second, NewCSV)
	after, again := readCSV(t, second, ','), readCSV(t, third, ',')
	for _, column := range []string{"bag_id", "street", "x", "build_type", "value", "predicted", "low80", "high80", "fsd", "accuracy", "value_date", "reason"} {
		if diff := cmp.Diff(columnOf(t, before, column), columnOf(t, after, column)); diff != "" {
			t.Errorf("column %s changed (-first +second):\n%s", column, diff)
		}
	}
	if diff := cmp.Diff(after, again); diff != "" {
		t.Errorf("the third time differs (-second +third):\n%s", diff)
	}
	for earlier, column := range map[string]string{LastValue: "value", LastDate: "value_date"} {
		if diff := cmp.Diff(columnOf(t, before, column), columnOf(t, after, earlier)); diff != "" {
			t.Errorf("%s is not the first %s:\n%s", earlier, column, diff)
		}
	}
	for _, column := range after[0] {
		if strings.HasPrefix(column, "step_") || strings.HasPrefix(column, "reference") {
			t.Errorf("%s of earlier values stays", column)
		}
	}
}

func TestAnEarlierValueTakesThePlaceOfAnOlderOne(t *testing.T) {
	town, _ := sharedTown(t)
	address, _ := town.Case(demo.CaseOrdinary)
	home := string(address.ObjectID)
	const values = "value;predicted;low80;high80;fsd;accuracy;confidence_class;reason;message"
	const header = "bag_id;Last_Value;last_date;" + values + ";value_date\n"
	gone := strings.Repeat(";", strings.Count(values, ";"))
	_, written := valueAll(t, header+home+";100;2020-01-01;200"+gone+";2024-01-01\n"+home+";100;2020-01-01;"+gone+";\n", NewCSV)
	rows := readCSV(t, written, ';')
	if diff := cmp.Diff([]string{"200", "100"}, columnOf(t, rows, "Last_Value")); diff != "" {
		t.Errorf("last values: %s", diff)
	}
	if diff := cmp.Diff([]string{"2024-01-01", "2020-01-01"}, columnOf(t, rows, LastDate)); diff != "" {
		t.Errorf("last dates: %s", diff)
	}
}

func TestAColumnThatGevelDidNotWriteIsNotReplaced(t *testing.T) {
	if _, err := newHomes("bag_id,value\n"); gevel.CodeOf(err) != gevel.Invalid {
		t.Errorf("a column value gives %v", err)
	}
	homes, err := newHomes("bag_id,step_typical,reference1_price,change\n")
	if err != nil {
		t.Fatal(err)
	}
	_, v := sharedTown(t)
	if _, err := NewCSV(io.Discard, homes, Options{Valuer: v, Explainer: explain.New(v)}); gevel.CodeOf(err) != gevel.Invalid {
		t.Errorf("a column step_typical gives %v", err)
	}
	var b bytes.Buffer
	if _, err := NewCSV(&b, homes, Options{Valuer: v}); err != nil {
		t.Fatal(err)
	}
	if _, err := homes.next(context.Background()); !errors.Is(err, io.EOF) {
		t.Errorf("got %v, want the end", err)
	}
	if got := homes.written.carried(homes.header); len(got) != 4 {
		t.Errorf("the output keeps %v", got)
	}
}
