package edition

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
)

func TestEveryStatusComesBack(t *testing.T) {
	c := inventContents(50, 1)
	e := opened(t, c)
	if diff := gocmp.Diff(c.Statuses, slices.Collect(e.Statuses)); diff != "" || len(c.Statuses) < 3 {
		t.Errorf("statuses (-written +read):\n%s", diff)
	}
	for _, s := range c.Statuses {
		if got := e.StatusOn(s.Home, max(s.Known, s.Since)+1); got != s.Status {
			t.Errorf("%s was %q, want %q", s.Home, got, s.Status)
		}
	}
	if got := e.StatusOn(c.Statuses[0].Home, 19_010); got != gevel.InUse {
		t.Errorf("%s was %q before that was known", c.Statuses[0].Home, got)
	}
}

func TestAnEditionWhoseHomesAreInUseHasNoTableOfStatuses(t *testing.T) {
	c := inventContents(20, 1)
	c.Statuses = nil
	e := opened(t, c)
	if _, ok := e.Manifest().Files[statusesName]; ok || e.StatusOn(c.Dwellings[0].ID, 20_000) != gevel.InUse {
		t.Error("there is a table of statuses")
	}
}

// foreignStatus is a row of the table as another program may write it.
type foreignStatus struct {
	Home   *string `parquet:"dwelling_id,optional"`
	Status *string `parquet:"status,optional,dict"`
	Since  *int32  `parquet:"since,optional,date"`
	Known  *int32  `parquet:"known_date,optional,date"`
}

func TestStatusesOfOtherProgramsAreChecked(t *testing.T) {
	good := func(id string) foreignStatus {
		return foreignStatus{Home: &id, Status: new("formed"), Since: new(int32(18_000))}
	}
	for name, tt := range map[string]struct {
		change func(s *foreignStatus)
		want   string
	}{
		"whole":        {func(*foreignStatus) {}, ""},
		"without day":  {func(s *foreignStatus) { s.Since = nil }, ""},
		"in use":       {func(s *foreignStatus) { s.Status = nil }, ""},
		"odd status":   {func(s *foreignStatus) { s.Status = new("haunted") }, `"haunted" is no status of a home`},
		"no home":      {func(s *foreignStatus) { s.Home = nil }, "there is no value"},
		"not in order": {func(s *foreignStatus) { s.Home = new("0344010000000001") }, "is not sorted at row 1"},
	} {
		rows := []foreignStatus{good("0344010000000002"), good("0344010000000003")}
		tt.change(&rows[1])
		path := filepath.Join(t.TempDir(), statusesName)
		overwrite(t, path, parquetOf(t, rows))
		_, err := readFrom(t.Context(), path, readStatuses)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), statusesName)) {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}
