package photos_test

import (
	"image"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
)

// view is one of the front of homeA, on a day of May 2024.
func view(day int, chance float64) photos.StreetView {
	return photos.StreetView{
		Home: homeA, Name: "wall", TakenAt: noon.AddDate(0, 0, day-17), Source: "street",
		Cut:  func(upright image.Image) image.Image { return upright },
		Seen: photos.Seen{Distance: 12, Chance: chance, Share: 0.9, Units: 1},
	}
}

func TestANewerOrSurerViewReplacesAnother(t *testing.T) {
	const sure, surest = 0.995, 0.9999
	for _, tt := range []struct {
		what          string
		first, second photos.StreetView
		replaced      bool
	}{
		{"newer, as sure", view(5, sure), view(6, sure), true},
		{"older, as sure", view(5, sure), view(4, sure), false},
		{"older, beyond doubt", view(5, sure), view(4, surest), true},
		{"newer, in doubt", view(5, surest), view(6, sure), false},
		{"of the same day, a little surer", view(5, sure), view(5, 0.996), true},
		{"the same", view(5, sure), view(5, sure), false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			store := newTestStore(t)
			add := func(gray uint8, v photos.StreetView) photos.Added {
				did, err := store.AddStreet(t.Context(), photos.Shade(t, gray), []photos.StreetView{v})
				if err != nil || len(did) != 1 || did[0].Reason != "" {
					t.Fatal(did, err)
				}
				return did[0]
			}
			if did := add(100, tt.first); !did.New {
				t.Fatalf("the first: %+v", did)
			}
			gray := uint8(200)
			if tt.what == "the same" {
				gray = 100
			}
			did, want := add(gray, tt.second), tt.first.TakenAt
			if tt.replaced {
				want = tt.second.TakenAt
			}
			all := mustOf(t, store, homeA)
			if did.New || did.Replaced != tt.replaced || len(all) != 1 || !all[0].TakenAt.Equal(want) || !all[0].Street {
				t.Errorf("%+v, then %+v", did, all)
			}
		})
	}
}

func TestAViewFromTheStreetStandsBesideOtherPhotos(t *testing.T) {
	store := newTestStore(t)
	named := addition(t, homeA, 50)
	named.Kind = gevel.ImageFront
	mustAdd(t, store, named)
	if did, err := store.AddStreet(t.Context(), photos.Shade(t, 99), []photos.StreetView{view(5, 0.995)}); err != nil || !did[0].New {
		t.Fatal(did, err)
	}
	if all := mustOf(t, store, homeA); len(all) != 2 || all[0].Street == all[1].Street {
		t.Errorf("%+v", all)
	}
}
