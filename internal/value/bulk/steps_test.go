package bulk

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// someAddresses are the first n of the edition.
func someAddresses(v *valuation.Valuer, n int) (list []gevel.Address) {
	v.Edition().Addresses(func(a gevel.Address) bool {
		list = append(list, a)
		return len(list) < n
	})
	return list
}

func TestStepsOfAFileAddUpToItsValues(t *testing.T) {
	_, v := sharedTown(t)
	var file strings.Builder
	file.WriteString("bag_id,use_surface,valuation_date\n")
	for i, a := range someAddresses(v, 60) {
		surface := ""
		if i%3 == 0 {
			surface = strconv.Itoa(60 + i)
		}
		fmt.Fprintf(&file, "%s,%s,%s\n", a.ObjectID, surface, townDay-gevel.Date(i%2))
	}
	file.WriteString("0518010000000001,,\n") // there is no such home
	o := Options{Valuer: v, Today: townDay, Date: townDay}
	_, plain := valueWith(t, file.String(), NewCSV, o)
	o.Explainer = explain.New(v)
	_, text := valueWith(t, file.String(), NewCSV, o)
	records := func(text string) [][]string {
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	without, with := records(plain), records(text)
	valued := 0
	for i, row := range with[1:] {
		if got, want := strings.Join(row[:len(without[0])], ";"), strings.Join(without[i+1], ";"); got != want {
			t.Fatalf("row %d is %s, and %s when not explained", i, got, want)
		}
		sum, steps := 0, 0
		for c, name := range with[0] {
			if strings.HasPrefix(name, "step_") && row[c] != "" {
				euros, err := strconv.Atoi(row[c])
				if err != nil {
					t.Fatal(err)
				}
				sum, steps = sum+euros, steps+1
			}
		}
		value := row[3]
		if value == "" {
			if steps != 0 {
				t.Errorf("row %d has no value, and %d steps", i, steps)
			}
			continue
		}
		valued++
		if strconv.Itoa(sum) != value {
			t.Errorf("row %d: the steps add up to %d of %s", i, sum, value)
		}
	}
	if valued < 10 {
		t.Errorf("%d rows have a value", valued)
	}
}

// Together homes get the steps that each gets alone.
func TestStepsOfAFileAreThoseOfEachHome(t *testing.T) {
	_, v := sharedTown(t)
	x := explain.New(v)
	var file strings.Builder
	file.WriteString("bag_id\n")
	var want []explain.Explanation
	for _, a := range someAddresses(v, 40) {
		e, err := x.Explain(gevel.Inquiry{AddressQuery: gevel.AddressQuery{
			PostalCode: a.PostalCode, HouseNumber: a.HouseNumber, HouseLetter: a.HouseLetter, HouseNumberExt: a.HouseNumberExt,
		}, Date: townDay})
		if err == nil {
			want = append(want, e)
			fmt.Fprintln(&file, a.ObjectID)
		}
	}
	_, text := valueWith(t, file.String(), NewCSV, Options{Valuer: v, Today: townDay, Date: townDay, Explainer: x})
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != len(want)+1 {
		t.Fatalf("%d rows, want %d: %v", len(rows)-1, len(want), err)
	}
	table := v.Edition().Sales().Attributes
	for i, e := range want {
		euros := map[string]gevel.Euro{}
		for _, s := range e.Steps {
			euros["step_"+stepName(table, explain.StepKey{Part: s.Part, Name: s.Name})] += s.Euros
		}
		for c, name := range rows[0] {
			if strings.HasPrefix(name, "step_") && rows[i+1][c] != "" && rows[i+1][c] != strconv.Itoa(int(euros[name])) {
				t.Errorf("home %d: %s is %s, and %d alone", i, name, rows[i+1][c], euros[name])
			}
			delete(euros, name)
		}
		if len(euros) > 0 {
			t.Errorf("home %d: no columns for %v", i, euros)
		}
	}
}
