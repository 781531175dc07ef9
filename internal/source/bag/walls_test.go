package bag

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
)

const (
	detached = gevel.VrijstaandeWoning
	semi     = gevel.TweeOnderEenKapwoning
	corner   = gevel.Hoekwoning
	terraced = gevel.Tussenwoning
	flat     = gevel.Appartement
)

// homesIn returns a home with its number for each of buildings 1 to n.
func homesIn(n int) (things []thing) {
	for i := 1; i <= n; i++ {
		things = append(things, num(i, fmt.Sprint(i), "3511AB", 1), vbo(i, "90", i))
	}
	return things
}

func TestTypeFollowsFromTheWalls(t *testing.T) {
	for name, c := range map[string]struct {
		buildings []thing
		more      []thing
		want      []gevel.BuildType
	}{
		"alone": {buildings: []thing{pnd(1, "1931", 0, 8)}, want: []gevel.BuildType{detached}},
		"two": {
			buildings: []thing{pnd(1, "1931", 0, 8), pnd(2, "1931", 8, 8)},
			want:      []gevel.BuildType{semi, semi},
		},
		"row of four": {buildings: []thing{
			pnd(1, "1931", 0, 6), pnd(2, "1931", 6, 6), pnd(3, "1931", 12, 6),
			pnd(4, "1931", 18, 6),
		}, want: []gevel.BuildType{corner, terraced, terraced, corner}},
		"gap of 0.1 m": {
			buildings: []thing{pnd(1, "1931", 0, 8), pnd(2, "1931", 8.1, 8)},
			want:      []gevel.BuildType{semi, semi},
		},
		"gap of 0.11 m": {
			buildings: []thing{pnd(1, "1931", 0, 8), pnd(2, "1931", 8.11, 8)},
			want:      []gevel.BuildType{detached, detached},
		},
		"overlap 0.1 m": {
			buildings: []thing{pnd(1, "1931", 0, 8), pnd(2, "1931", 7.9, 8)},
			want:      []gevel.BuildType{semi, semi},
		},
		"wall of 1 m": {
			buildings: []thing{pnd(1, "1931", 0, 8), pndAt(2, "1931", rectangle(8, 7, 16, 15))},
			want:      []gevel.BuildType{semi, semi},
		},
		"wall of 0.9 m": {
			buildings: []thing{pnd(1, "1931", 0, 8), pndAt(2, "1931", rectangle(8, 7.1, 16, 15))},
			want:      []gevel.BuildType{detached, detached},
		},
		"corner touches": {
			buildings: []thing{pnd(1, "1931", 0, 8), pndAt(2, "1931", rectangle(8, 8, 16, 16))},
			want:      []gevel.BuildType{detached, detached},
		},
		// No shared corner: the wall of 2 lies within the wall of 1.
		"wall in a wall": {
			buildings: []thing{pnd(1, "1931", 0, 8), pndAt(2, "1931", rectangle(8, 2, 16, 6))},
			want:      []gevel.BuildType{semi, semi},
		},
		"far cells": {
			buildings: []thing{pnd(1, "1931", 0, 90), pnd(2, "1931", 90, 90)},
			want:      []gevel.BuildType{semi, semi},
		},
		"slight angle": {
			buildings: []thing{
				pnd(1, "1931", 0, 8),
				pndAt(2, "1931", "100008 450000 100016 450000 100016 450008 100008.05 450008 100008 450000"),
			},
			want: []gevel.BuildType{semi, semi},
		},
		"shed without units is no neighbour": {
			buildings: []thing{pnd(1, "1931", 0, 8), pnd(9, "1990", 8, 3), pnd(2, "1931", 11, 8)},
			want:      []gevel.BuildType{detached, detached},
		},
		"building site is no neighbour": {
			buildings: []thing{
				pnd(1, "1931", 0, 8),
				{kind: "Pand", id: id("10", 2), status: "Bouw gestart", extra: pnd(2, "2024", 8, 8).extra},
			},
			want: []gevel.BuildType{detached, 0},
		},
		"several units": {
			buildings: []thing{pnd(1, "1931", 0, 8), pnd(2, "1931", 8, 8)},
			more:      []thing{num(7, "7", "3511AB", 1), vbo(7, "50", 1)},
			want:      []gevel.BuildType{flat, semi},
		},
		"buildings of one type": {
			buildings: []thing{pnd(1, "1931", 0, 8), pnd(2, "1931", 30, 8)},
			more:      []thing{vbo(1, "90", 1, 8), pnd(8, "1931", 60, 8)},
			want:      []gevel.BuildType{detached, detached},
		},
		"buildings of two types": {
			buildings: []thing{pnd(1, "1931", 0, 8), pnd(2, "1931", 8, 8)},
			more:      []thing{vbo(1, "90", 1, 8), pnd(8, "1931", 60, 8)},
			want:      []gevel.BuildType{0, semi},
		},
	} {
		t.Run(name, func(t *testing.T) {
			things := append(homesIn(len(c.want)), c.buildings...)
			for _, o := range c.more { // replaces the thing with the same id
				for i := range things {
					if things[i].id == o.id {
						things[i] = thing{
							kind: "Ligplaats", id: id("02", 900+i), status: "Plaats ingetrokken",
							extra: mainAddress(1),
						}
					}
				}
				things = append(things, o)
			}
			r := readVillage(t, things...)
			for i, want := range c.want {
				d := dwellingOf(t, r, i+1)
				if d.BuildType != want {
					t.Errorf("home %d is %q; want %q", i+1, d.BuildType, want)
				}
			}
		})
	}
}

func among(plans []outline) planOf {
	return func(n int32, into outline) outline { return append(into, plans[n]...) }
}

// plainNeighbours compares every pair, without an index.
func plainNeighbours(plans []outline) []int32 {
	counts := make([]int32, len(plans))
	m := measurer{plan: among(plans)}
	everywhere := box{minX, maxX, minY, maxY}
	for i := range plans {
		for j := range plans[:i] {
			if m.sharedWall(int32(i), int32(j), everywhere) >= minSharedWall {
				counts[i]++
				counts[j]++
			}
		}
	}
	return counts
}

func TestIndexFindsTheNeighboursThatComparingAllPairsFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plans := make([]outline, rapid.IntRange(2, 12).Draw(t, "buildings"))
		for i := range plans {
			x := rapid.Int32Range(0, 40).Draw(t, "x")*4_000 + 99_990_000
			y := rapid.Int32Range(0, 5).Draw(t, "y")*5_000 + 450_000_000
			w, h := rapid.Int32Range(1, 12).Draw(t, "w")*4_000, rapid.Int32Range(1, 3).Draw(t, "h")*5_000
			plans[i] = outline{{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}, {x, y}}}
		}
		part := make([]int32, len(plans))
		for i := range part {
			part[i] = int32(i)
		}
		walls, err := neighbours(context.Background(), len(plans), part, among(plans))
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range plainNeighbours(plans) {
			if got := walls.of(int32(i)); len(got) != int(want) {
				t.Fatalf("building %d has neighbours %v, want %d: %v", i, got, want, plans)
			}
		}
	})
}

func TestNeighboursAreMutualAndDoNotDependOnDirection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) point {
			return point{rapid.Int32Range(0, 20_000).Draw(t, name), rapid.Int32Range(0, 20_000).Draw(t, name)}
		}
		p, q := line{draw("p"), draw("p")}, line{draw("q"), draw("q")}
		want := overlap(p, q)
		for _, other := range []float64{
			overlap(q, p), overlap(line{p.to, p.from}, q), overlap(p, line{q.to, q.from}),
		} {
			if diff := other - want; diff > 1 || diff < -1 { // rounding, millimetres
				t.Fatalf("overlap of %v and %v is %v and %v", p, q, want, other)
			}
		}
	})
}
