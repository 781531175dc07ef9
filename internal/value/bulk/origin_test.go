package bulk

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel/internal/offline/demo"
)

func TestARowSaysWhatItsValueWasMadeWith(t *testing.T) {
	town, v := sharedTown(t)
	home, _ := town.Case(demo.CaseOrdinary)
	o := Options{Valuer: v, Today: townDay, Date: townDay, Version: "1.2.3"}
	content := "bag_id\n" + string(home.ObjectID) + "\n0000100000000000\n"
	_, written := valueWith(t, content, NewCSV, o)
	rows, want := readCSV(t, written, ','), o.Origin()
	for column, cell := range map[string]string{
		"edition": v.Edition().ID(), "model_version": want.ModelVersion, "made_by": "gevel 1.2.3", "value_date": townDay.String(),
	} {
		if got := columnOf(t, rows, column); got[0] != cell || got[1] != "" {
			t.Errorf("%s is %q, want %q and none without a value", column, got, cell)
		}
	}
	_, written = valueWith(t, content, asParquet, o)
	f, err := parquet.OpenFile(bytes.NewReader([]byte(written)), int64(len(written)))
	if err != nil {
		t.Fatal(err)
	}
	note, _ := f.Lookup("gevel")
	var got Origin
	if err := json.Unmarshal([]byte(note), &got); err != nil || got != want {
		t.Errorf("the metadata say %q (%v), want %+v", note, err, want)
	}
}
