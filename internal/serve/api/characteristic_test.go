package api_test

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/source/sales"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/explain"
)

// The characteristic that nothing of gevel knows, as a row of the table; its column in the
// sales file is all else that there is of it.
var maintenance = gevel.Attribute{
	Name: "maintenance", Column: "maintenance", Parameter: "maintenance", Label: "maintenance",
	Doc: "Maintenance, 1 to 6", Kind: gevel.Count, Least: 1, Most: 6, Rising: true,
}

// TestACharacteristicIsARowAndAColumn follows an invented characteristic from the sales file
// to the answers.
func TestACharacteristicIsARowAndAColumn(t *testing.T) {
	running := maintainedTown(t)
	home := ordinaryHome(t, running)
	t.Run("edition", func(t *testing.T) { requireInEdition(t, running) })
	t.Run("value and explanation", func(t *testing.T) { requireInValue(t, running, home) })
	t.Run("file of homes", func(t *testing.T) { requireInFile(t, running, home) })
	s := openSite(t, func(c *setup) { c.Current = live.NewCurrent(running) })
	t.Run("description", func(t *testing.T) { requireDescribed(t, s) })
	t.Run("service", func(t *testing.T) { requireAsked(t, s, home) })
}

// maintainedTown builds an edition of a small town with the row and the column.
func maintainedTown(t *testing.T) *live.Live {
	t.Helper()
	town, err := demo.Write(t.Context(), t.TempDir(), demo.Options{
		Seed: 1, Date: today, Dwellings: demo.MinDwellings, Photos: gevel.Some(0.0),
	})
	if err != nil {
		t.Fatal(err)
	}
	config, err := build.ReadConfig(town.Config)
	if err != nil {
		t.Fatal(err)
	}
	config.Vintages, config.Attributes, config.Characteristics = 0, gevel.Standard().With(maintenance), nil
	(*build.SettingsOf[sales.Settings](config.Sources))[0].File = maintained(t, town.Sales)
	_, err = build.Run(t.Context(), config, build.Options{
		Today: today, MadeBy: "test", Progress: func(build.Step) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	folder, err := live.OpenFolder(t.Context(), folderAt(config.Editions, io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	return folder.Current().Get()
}

// perPoint is what a point of maintenance adds to the log of a price.
const perPoint = 0.06

// maintained writes a sales file with a column maintenance, which moves the prices.
func maintained(t *testing.T, file string) string {
	t.Helper()
	rows := readGzipped(t, file)
	header := rows[0]
	column, price := slices.Index(header, "num_maintenance"), slices.Index(header, "price")
	header[column] = "maintenance"
	for i, row := range rows[1:] {
		if len(row) <= max(column, price) {
			continue // broken off
		}
		if paid, err := strconv.ParseFloat(row[price], 64); err == nil {
			points := 1 + i%6
			row[column] = strconv.Itoa(points)
			row[price] = fmt.Sprintf("%.0f", paid*math.Exp(perPoint*float64(points)))
		}
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "sales.csv")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func readGzipped(t *testing.T, file string) [][]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(z)
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// ordinaryHome returns the address of a home that can be valued as it is.
func ordinaryHome(t *testing.T, running *live.Live) gevel.Address {
	t.Helper()
	for d := range running.Edition.Dwellings {
		address, ok := running.Edition.MainAddress(d.ID)
		if ok && running.Valuer.Available(gevel.Inquiry{AddressQuery: queryOf(address), Date: today}) == nil {
			return address
		}
	}
	t.Fatal("no home of the town can be valued")
	return gevel.Address{}
}

func queryOf(a gevel.Address) gevel.AddressQuery {
	return gevel.AddressQuery{
		PostalCode: a.PostalCode, HouseNumber: a.HouseNumber, HouseLetter: a.HouseLetter, HouseNumberExt: a.HouseNumberExt,
	}
}

func requireInEdition(t *testing.T, running *live.Live) {
	t.Helper()
	rows := running.Edition.Manifest().Attributes
	if len(rows) != 1 || rows[0].Column != "maintenance" || rows[0].Most != 6 || !rows[0].Rising {
		t.Errorf("the manifest has the characteristics %+v", rows)
	}
	s, seen := running.Edition.Sales(), map[float64]int{}
	for row := range s.Len() {
		seen[s.Value(s.Attributes.Column("maintenance"), row)]++
	}
	for points := 1; points <= 6; points++ {
		if seen[float64(points)] == 0 {
			t.Errorf("no sale has maintenance %d: %v", points, seen)
		}
	}
}

// leastGain is what six points of maintenance must add to a value at least instead of one;
// the sales say 35 %.
const leastGain = 1.15

func requireInValue(t *testing.T, running *live.Live, home gevel.Address) {
	t.Helper()
	table := running.Edition.Sales().Attributes
	a := &table[table.Column("maintenance")]
	values, steps := map[int]explain.Explanation{}, map[int]explain.Step{}
	for _, points := range []int{1, 6} {
		q := gevel.Inquiry{AddressQuery: queryOf(home), Date: today}
		a.Set(&q.Overrides, float64(points))
		e, err := explain.New(running.Valuer).Explain(q)
		if err != nil {
			t.Fatal(err)
		}
		k := slices.IndexFunc(e.Steps, func(s explain.Step) bool { return s.Name == "maintenance" })
		if k < 0 || e.Steps[k].Has != strconv.Itoa(points) || e.Steps[k].Imputed {
			t.Fatalf("no step explains maintenance %d: %+v", points, e.Steps)
		}
		values[points], steps[points] = e, e.Steps[k]
	}
	poor, good := values[1].Valuation, values[6].Valuation
	if float64(good.Predicted) < leastGain*float64(poor.Predicted) || good.Weighted <= poor.Weighted {
		t.Errorf("a home with maintenance 1 is worth %d, %d, and with 6 %d, %d",
			poor.Predicted, poor.Weighted, good.Predicted, good.Weighted)
	}
	if steps[1].Log >= 0 || steps[6].Log <= 0 {
		t.Errorf("maintenance 1 explains %+v and 6 %+v", steps[1], steps[6])
	}
}

func requireInFile(t *testing.T, running *live.Live, home gevel.Address) {
	t.Helper()
	text := fmt.Sprintf("bag_id,maintenance\n%[1]s,1\n%[1]s,6\n%[1]s,7\n", home.ObjectID)
	homes, err := bulk.NewFile(t.Context(), "homes.csv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o := bulk.Options{Valuer: running.Valuer, Today: today, Date: today, Progress: func(int64) {}}
	w, err := bulk.NewCSV(&out, homes, o)
	if err != nil {
		t.Fatal(err)
	}
	_, err = bulk.Value(t.Context(), homes, w, o)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	value := slices.Index(rows[0], "value")
	poor, good := number(t, rows[1][value]), number(t, rows[2][value])
	refusal := strings.Join(rows[3], " ")
	if good <= poor || rows[3][value] != "" || !strings.Contains(refusal, "maintenance: 7 is not from 1 to 6") {
		t.Errorf("the file is valued as %q", rows)
	}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func requireDescribed(t *testing.T, s *site) {
	t.Helper()
	for _, path := range []string{"/homevalue", "/homevalue/value", "/homevalue/available"} {
		p := s.described().Paths.Value(path).Get.Parameters.GetByInAndName("query", "maintenance")
		if p == nil {
			t.Errorf("%s has no parameter maintenance", path)
			continue
		}
		is := p.Schema.Value
		if p.Required || !strings.HasPrefix(p.Description, "Maintenance, 1 to 6.") ||
			!is.Type.Is("integer") || *is.Min != 1 || *is.Max != 6 {
			t.Errorf("%s has the parameter %+v of %+v", path, p, is)
		}
	}
}

// requireAsked asks for the value; that each answer is as described is checked on the way.
func requireAsked(t *testing.T, s *site, home gevel.Address) {
	t.Helper()
	worth := map[string]float64{}
	for _, points := range []string{"1", "6"} {
		a := s.ask(t, request{target: "/v1/homevalue?" + at(home) + "&maintenance=" + points})
		if !strings.Contains(a.text, `"maintenance":`+points) {
			t.Fatalf("the echo lacks the maintenance: %s", a.text)
		}
		worth[points], _ = a.data()["weightedValue"].(float64)
	}
	if worth["6"] <= worth["1"] {
		t.Errorf("the service values maintenance 1 and 6 as %v", worth)
	}
	a := s.ask(t, request{target: "/v1/homevalue?" + at(home) + "&maintenance=7"})
	if a.StatusCode != http.StatusBadRequest || !slices.Equal(a.reasons(), []string{"maintenance"}) {
		t.Errorf("maintenance 7 is answered %d: %s", a.StatusCode, a.text)
	}
}

func address(q gevel.AddressQuery) gevel.Address {
	return gevel.Address{
		PostalCode: q.PostalCode, HouseNumber: q.HouseNumber, HouseLetter: q.HouseLetter, HouseNumberExt: q.HouseNumberExt,
	}
}
