package bulk

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/num/geo"
)

// shuffledTown returns the header of the town's homes, and its rows many times over in any order.
func shuffledTown(t *testing.T, path string, n int) (header string, rows []string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	header, text, _ := strings.Cut(string(content), "\n")
	for len(rows) < n {
		rows = append(rows, strings.Split(strings.TrimSpace(text), "\n")...)
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	return header, rows
}

func TestRowsThatAreValuedByPlaceStayInTheirOrder(t *testing.T) {
	town, v := sharedTown(t)
	header, rows := shuffledTown(t, town.Addresses, 2*windowRows)
	rows = append(rows, "too,few", `"a`)
	o := Options{Valuer: v, Today: townDay, Date: townDay}
	_, got := valueWith(t, header+"\n"+strings.Join(rows, "\n")+"\n", NewCSV, o)
	answers := readCSV(t, got, ',')
	if len(answers) != len(rows)+1 {
		t.Fatalf("%d rows are answered by %d", len(rows), len(answers)-1)
	}
	alone := map[string]string{}
	for i, row := range rows[:len(rows)-2] {
		if alone[row] == "" {
			_, one := valueWith(t, header+"\n"+row+"\n", NewCSV, o)
			alone[row] = strings.Join(readCSV(t, one, ',')[1], ",")
		}
		if answer := strings.Join(answers[i+1], ","); answer != alone[row] {
			t.Fatalf("row %d is answered by %s, alone by %s", i, answer, alone[row])
		}
	}
}

func TestNeighboursAreValuedOneAfterTheOther(t *testing.T) {
	town, v := sharedTown(t)
	header, lines := shuffledTown(t, town.Addresses, batchRows)
	homes, err := NewFile(t.Context(), "homes.csv", strings.NewReader(header+"\n"+strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	r := &run{Options: Options{Valuer: v, Today: townDay, Date: townDay}, homes: homes}
	rows := make([]Row, len(lines))
	way := func(at func(i int) *Row) (metres float64) {
		for i := 1; i < len(rows); i++ {
			metres += geo.Distance(v.Place(at(i-1).inquiry.AddressQuery), v.Place(at(i).inquiry.AddressQuery))
		}
		return metres
	}
	for i := range rows {
		if rows[i], err = homes.next(context.Background()); err != nil {
			t.Fatal(err)
		}
		r.note(&rows[i], r.ask(&rows[i]))
	}
	ordered := r.byPlace(rows)
	met := map[*Row]bool{}
	for _, row := range ordered {
		met[row] = true
	}
	if len(met) != len(rows) {
		t.Errorf("of %d rows %d are valued", len(rows), len(met))
	}
	before, after := way(func(i int) *Row { return &rows[i] }), way(func(i int) *Row { return ordered[i] })
	if after > before/2 {
		t.Errorf("the way by place is %.0f m, %.0f m in the order of the file", after, before)
	}
}
