package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/explain"
)

func TestWhatIsNotKnownIsNotSoldAsWorthMoney(t *testing.T) {
	const note = "Where HOME is not known, CHANGE tells how homes of which it is not known sell."
	for _, test := range []struct {
		has  string
		log  float64
		want bool
	}{
		{explain.Unknown, 0.034, true},
		{explain.Unknown, 0.0001, false}, // 0.0 %
		{"A", 0.034, false},
	} {
		label := explain.Step{Part: explain.Having, Name: "energyLabel", Has: test.has, Typical: "C", Log: test.log, Euros: 1}
		var b strings.Builder
		if err := printSteps(&b, explain.Explanation{Steps: []explain.Step{{Part: explain.Typical}, label}}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), note); got != test.want {
			t.Errorf("%+v is noted: %v, want %v\n%s", label, got, test.want, b.String())
		}
		if row := regexp.MustCompile(`energyLabel +not known +C `); row.MatchString(b.String()) != (test.has == explain.Unknown) {
			t.Errorf("%+v is printed as\n%s", label, b.String())
		}
	}
}
