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
	if v, err := a.Parse("park", 2024); err != nil || a.NameOf(v) != "park" {
		t.Errorf("park is read as %v, %v", v, err)
	}
	v, err := a.Parse("lake", 2024)
	if want := `"lake" is no view; there are park, water`; err == nil || err.Error() != want || !math.IsNaN(v) {
		t.Errorf("lake is read as %v, %v, want %s", v, err, want)
	}
}

func TestAFaultListsTwentyNames(t *testing.T) {
	var names []string
	for i := range 33 {
		names = append(names, fmt.Sprintf("view %02d", i))
	}
	_, err := view(names...).Parse("lake", 2024)
	if err == nil || !strings.HasSuffix(err.Error(), "view 18, view 19 and 13 more") {
		t.Errorf("got %v", err)
	}
	if _, err := view(names[:20]...).Parse("lake", 2024); err == nil || !strings.HasSuffix(err.Error(), "view 18, view 19") {
		t.Errorf("got %v", err)
	}
}

func TestNumbersAreHeldToTheirBounds(t *testing.T) {
	extra := func(a gevel.Attribute) *gevel.Attribute {
		table := gevel.Standard().With(a)
		return &table[len(table)-1]
	}
	tests := []struct {
		a    *gevel.Attribute
		text string
		want float64 // NaN is a fault
	}{
		{extra(gevel.Attribute{Kind: gevel.Number}), "-2.5", -2.5},
		{extra(gevel.Attribute{Kind: gevel.Number}), "1e13", math.NaN()},
		{extra(gevel.Attribute{Kind: gevel.Number}), "2,5", math.NaN()},
		{extra(gevel.Attribute{Kind: gevel.Number, Least: 1, Most: 6}), "6", 6},
		{extra(gevel.Attribute{Kind: gevel.Number, Least: 1, Most: 6}), "6.1", math.NaN()},
		{extra(gevel.Attribute{Kind: gevel.Count}), "16777216", 16777216},
		{extra(gevel.Attribute{Kind: gevel.Count}), "16777217", math.NaN()},
		{extra(gevel.Attribute{Kind: gevel.Count}), "-1", math.NaN()},
		{extra(gevel.Attribute{Kind: gevel.Count}), "2.5", math.NaN()},
		{extra(gevel.Attribute{Kind: gevel.Year}), "2024", 2024},
		{extra(gevel.Attribute{Kind: gevel.Year}), "2025", math.NaN()},
		{extra(gevel.Attribute{Kind: gevel.Year}), "0", math.NaN()},
		{extra(gevel.Attribute{Kind: gevel.Year, Least: 1900}), "1899", math.NaN()},
	}
	for _, tt := range tests {
		got, err := tt.a.Parse(tt.text, 2024)
		if fault := math.IsNaN(tt.want); fault != (err != nil) || !fault && got != tt.want {
			t.Errorf("%s %s from %d to %d is read as %v, %v, want %v", tt.a.Kind, tt.text, tt.a.Least, tt.a.Most, got, err, tt.want)
		}
	}
}
