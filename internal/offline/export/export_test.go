package export_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/offline/export"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// rowsOf returns the rows of a table of the town's newest model, by column.
func rowsOf(t *testing.T, name string, day gevel.Date) []map[string]string {
	t.Helper()
	table, err := export.Of(smalltown.Shared(t).Valuer, name, day)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(written(t, func(ctx context.Context, to io.Writer) error { return table.WriteCSV(ctx, to, csvfile.Form{}) })).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, field := range line {
			row[lines[0][i]] = field
		}
		rows = append(rows, row)
	}
	return rows
}

func written(t *testing.T, write func(context.Context, io.Writer) error) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	if err := write(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return &b
}

// The levels of areas and of house types must add up to the level in valuations.
func TestTheIndexIsTheOneThatValues(t *testing.T) {
	day := smalltown.Dates[0] + 40
	v := smalltown.Shared(t).VintageOn(day)
	ix := v.IndexOn(day).Index
	level := map[string]float64{}
	for _, row := range rowsOf(t, "index", day) {
		log, err := strconv.ParseFloat(row["log_level"], 64)
		if err != nil {
			t.Fatal(err)
		}
		level[row["month"]+" "+row["area"]+" "+row["house_type_group"]] = log
	}
	month := ix.First + 7
	at := month.First().String()
	for area := range int32(ix.Areas.Len()) {
		for g := gevel.BuildGroup(1); int(g) < gevel.BuildGroups; g++ {
			got := level[at+" "+strconv.Itoa(int(area))+" all"] + level[at+" 0 "+g.String()] - level[at+" 0 all"]
			if want := ix.Level(area, g, float64(month)); math.Abs(got-want) > 1e-9 {
				t.Errorf("%s in area %d: %v, want %v", g, area, got, want)
			}
		}
	}
}

func TestBordersOfAreasHoldTheirPoints(t *testing.T) {
	areas := smalltown.Shared(t).Vintages()[0].Areas()
	bounds := areas.Bounds()
	for _, p := range smalltown.Shared(t).Edition().Sales().Place {
		b := bounds[areas.Of(p)]
		if !(b[index.West] <= p.X && p.X < b[index.East] && b[index.South] <= p.Y && p.Y < b[index.North]) {
			t.Fatalf("%v lies outside %v", p, b)
		}
	}
}

func TestCoefficientsAreAllThereAndNamed(t *testing.T) {
	v := smalltown.Shared(t).Vintages()
	linear := v[len(v)-1].Hedonic.Linear
	rows := rowsOf(t, "coefficients", gevel.NoDate)
	if len(rows) != len(linear.Coef) {
		t.Fatalf("%d rows of %d coefficients", len(rows), len(linear.Coef))
	}
	seen := map[string]bool{}
	for i, row := range rows {
		if got, err := strconv.ParseFloat(row["log_euros"], 64); err != nil || got != linear.Coef[i] {
			t.Errorf("coefficient %d is %s, want %v", i, row["log_euros"], linear.Coef[i])
		}
		key := row["name"] + " " + row["of"]
		if row["name"] == "" || row["one"] == "" || seen[key] {
			t.Errorf("row %d has no name of its own: %v", i, row)
		}
		seen[key] = true
	}
}

func TestImportanceIsAHundredPercent(t *testing.T) {
	sum := 0.0
	for _, row := range rowsOf(t, "importance", gevel.NoDate) {
		share, err := strconv.ParseFloat(row["share"], 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += share
	}
	if math.Abs(sum-100) > 1e-6 {
		t.Errorf("shares add up to %v", sum)
	}
}

func TestParquetHasTheRowsOfTheCSVAndExplainsItself(t *testing.T) {
	for _, name := range export.Names() {
		table, err := export.Of(smalltown.Shared(t).Valuer, name, gevel.NoDate)
		if err != nil {
			t.Fatal(err)
		}
		content := written(t, table.WriteParquet).Bytes()
		if again := written(t, table.WriteParquet).Bytes(); !bytes.Equal(again, content) {
			t.Errorf("%s written twice differs", name)
		}
		file, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := int(file.NumRows()), len(rowsOf(t, name, gevel.NoDate)); got != want {
			t.Errorf("%s has %d rows as Parquet and %d as CSV", name, got, want)
		}
		for _, field := range file.Schema().Fields() {
			if about, ok := file.Lookup("column." + field.Name()); !ok || about == "" {
				t.Errorf("%s does not say what %s is", name, field.Name())
			}
		}
	}
}

func TestWhatCantBeExportedIsRefused(t *testing.T) {
	v := smalltown.Shared(t).Valuer
	for _, tt := range []struct {
		name string
		day  gevel.Date
	}{{"indx", gevel.NoDate}, {"", gevel.NoDate}, {"index", v.Oldest() - 1}} {
		if _, err := export.Of(v, tt.name, tt.day); gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("%q on %s: %v", tt.name, tt.day, err)
		}
	}
}
