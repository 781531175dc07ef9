package gevel_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

// view is an open category with names.
func view(names ...string) *gevel.Attribute {
	table := gevel.Standard().With(gevel.Attribute{Name: "cat_view", Column: "cat_view", Label: "view", Kind: gevel.Category})
	a := &table[len(table)-1]
	for _, name := range names {
		a.Enter(name)
	}
	return a
}

func TestANameThatNoSaleHasIsAFault(t *testing.T) {
	a := view("water", "park")
	if v, err := a.ParseName("park"); err != nil || a.NameOf(v) != "park" {
		t.Errorf("park is read as %v, %v", v, err)
	}
	v, err := a.ParseName("lake")
	if want := `"lake" is no view; there are park, water`; err == nil || err.Error() != want || !math.IsNaN(v) {
		t.Errorf("lake is read as %v, %v, want %s", v, err, want)
	}
}

func TestAFaultListsTwentyNames(t *testing.T) {
	var names []string
	for i := range 33 {
		names = append(names, fmt.Sprintf("view %02d", i))
	}
	_, err := view(names...).ParseName("lake")
	if err == nil || !strings.HasSuffix(err.Error(), "view 18, view 19 and 13 more") {
		t.Errorf("got %v", err)
	}
	if _, err := view(names[:20]...).ParseName("lake"); err == nil || !strings.HasSuffix(err.Error(), "view 18, view 19") {
		t.Errorf("got %v", err)
	}
}

func TestNumbersAreHeldToTheirBounds(t *testing.T) {
	extra := func(a gevel.Attribute) *gevel.Attribute {
		table := gevel.Standard().With(a)
		return &table[len(table)-1]
	}
	tests := []struct {
		a  *gevel.Attribute
		v  float64
		ok bool
	}{
		{extra(gevel.Attribute{Kind: gevel.Number}), -2.5, true},
		{extra(gevel.Attribute{Kind: gevel.Number}), 1e13, false},
		{extra(gevel.Attribute{Kind: gevel.Number}), math.Inf(1), false},
		{extra(gevel.Attribute{Kind: gevel.Number, Least: 1, Most: 6}), 6, true},
		{extra(gevel.Attribute{Kind: gevel.Number, Least: 1, Most: 6}), 6.1, false},
		{extra(gevel.Attribute{Kind: gevel.Count}), 16777216, true},
		{extra(gevel.Attribute{Kind: gevel.Count}), 16777217, false},
		{extra(gevel.Attribute{Kind: gevel.Count}), -1, false},
		{extra(gevel.Attribute{Kind: gevel.Count}), 2.5, false},
		{extra(gevel.Attribute{Kind: gevel.Year}), 2024, true},
		{extra(gevel.Attribute{Kind: gevel.Year}), 2025, false},
		{extra(gevel.Attribute{Kind: gevel.Year}), 0, false},
		{extra(gevel.Attribute{Kind: gevel.Year, Least: 1900}), 1899, false},
	}
	for _, tt := range tests {
		if err := tt.a.Check(tt.v, 2024); (err == nil) != tt.ok {
			t.Errorf("%s %v from %d to %d: %v, want ok %v", tt.a.Kind, tt.v, tt.a.Least, tt.a.Most, err, tt.ok)
		}
	}
}
