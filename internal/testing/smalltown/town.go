package smalltown

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/testing/kept"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Train returns the vintages of some dates.
func Train(t testing.TB, s *market.Sales, seed uint64, dates ...gevel.Date) []*vintage.Vintage {
	t.Helper()
	vintages, err := train.Vintages(context.Background(), vintage.NewSales(s), dates, dates[len(dates)-1],
		train.Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return vintages
}

// Encode returns the model files of an edition for vintages.
func Encode(t testing.TB, vintages []*vintage.Vintage) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, v := range vintages {
		for _, f := range v.Files() {
			var content bytes.Buffer
			if err := f.Write(&content); err != nil {
				t.Fatal(err)
			}
			files[f.Name] = content.Bytes()
		}
	}
	return files
}

// Valuer trains vintages on the sales and returns the valuer of an edition with
// them, read from disk.
func (m *Market) Valuer(t testing.TB, seed uint64, dates ...gevel.Date) *valuation.Valuer {
	t.Helper()
	s := m.lay()
	return m.Open(t, s, Train(t, s, seed, dates...))
}

// lay lays the sales with their revisions.
func (m *Market) lay() *market.Sales {
	return market.LaySales(context.Background(), m.Attributes, list.Refs(m.Sold), m.Revisions)
}

// Open publishes an edition and opens it.
func (m *Market) Open(t testing.TB, s *market.Sales, vintages []*vintage.Vintage) *valuation.Valuer {
	t.Helper()
	return m.OpenIn(t, t.TempDir(), s, vintages)
}

// OpenIn publishes an edition in a directory and opens it.
func (m *Market) OpenIn(t testing.TB, dir string, s *market.Sales, vintages []*vintage.Vintage) *valuation.Valuer {
	t.Helper()
	return Read(t, m.publish(t, dir, s, vintages))
}

// publish publishes an edition in a directory, and returns its own.
func (m *Market) publish(t testing.TB, dir string, s *market.Sales, vintages []*vintage.Vintage) string {
	t.Helper()
	models := Encode(t, vintages)
	return Write(t, dir, Contents{Addresses: m.Addresses, Dwellings: m.Dwellings, Models: models, Contents: edition.Contents{
		Statuses: m.Statuses, Buildings: m.buildings(t), Sales: s, MadeBy: "test", Parameters: json.RawMessage(`{}`),
	}})
}

// Read opens an edition.
func Read(t testing.TB, dir string) *valuation.Valuer {
	t.Helper()
	e, err := edition.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	v, err := valuation.New(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Town is a market with its valuer.
type Town struct {
	*Market
	*valuation.Valuer
}

// Dates are the dates of the shared towns' vintages; the city has only the newest.
var Dates = []gevel.Date{gevel.NewDate(2020, time.July, 1), gevel.NewDate(2021, time.July, 1)}

// Shared towns are only read by tests; each is trained once.
var shared struct{ town, city, secretive once }

type once struct {
	sync.Once
	Town
}

// Shared returns the town.
func Shared(t testing.TB) Town {
	t.Helper()
	return shared.town.of(t, "town", func() *Market { return New(1, Streets) }, Dates...)
}

// City is a town whose trees know neighbours.
func City(t testing.TB) Town {
	t.Helper()
	city := shared.city.of(t, "city", func() *Market { return NewCity(1) }, Dates[1])
	if v := city.VintageOn(End); !v.Hedonic.Trees.UseVicinity {
		t.Fatalf("the trees of %s know no neighbours", v.AsOf)
	}
	return city
}

// Secretive is a town whose register does not know the secrets of its homes.
func Secretive(t testing.TB) Town {
	t.Helper()
	return shared.secretive.of(t, "secretive", func() *Market {
		m := New(5, Streets)
		m.SetSecrets()
		return m
	}, Dates...)
}

// of opens the town of a name once: it is trained once for the tests of all packages. If that failed, every test that
// shares it fails.
func (o *once) of(t testing.TB, name string, invent func() *Market, dates ...gevel.Date) Town {
	t.Helper()
	o.Do(func() {
		m := invent()
		editions, err := kept.Folder(name, t.TempDir, func(dir string) error {
			s := m.lay()
			m.publish(t, dir, s, Train(t, s, 1, dates...))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		dir, err := edition.Newest(editions)
		if err != nil {
			t.Fatal(err)
		}
		o.Town = Town{Market: m, Valuer: Read(t, dir)}
	})
	if o.Valuer == nil {
		t.Fatal("the town could not be built; see the test that tried")
	}
	return o.Town
}

// ValueWith values a home with a caller's characteristics.
func (tn Town) ValueWith(t testing.TB, q gevel.Inquiry, overrides gevel.Characteristics) gevel.Valuation {
	t.Helper()
	q.Overrides = overrides
	out, err := tn.Value(q)
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	return out
}
