package api_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/photos"
)

func TestOverridesStandBesideTheRegister(t *testing.T) {
	s := openSite(t)
	home := at(s.caseAt(t, demo.CaseOrdinary))
	plain := s.ask(t, request{target: "/v1/homevalue?" + home}).data()
	for _, name := range []string{"inputBuildYear", "inputUseSurface", "inputParcelSurface", "inputBuildType"} {
		if plain[name] != nil {
			t.Errorf("without overrides %s is %v, want null", name, plain[name])
		}
	}
	given := s.ask(t, request{target: "/v1/homevalue?" + home +
		"&buildType=Eindwoning&buildYear=1999&useSurface=200&parcelSurface=345&volume=500" +
		"&numberOfRooms=9&energyLabel=A%2B&monument=true"}).data()
	for name, want := range map[string]any{
		"inputBuildType": "Eindwoning", "inputBuildYear": 1999.0, "inputUseSurface": 200.0, "inputParcelSurface": 345.0,
		"buildType": plain["buildType"], "buildYear": plain["buildYear"], "useSurface": plain["useSurface"], "parcelSurface": plain["parcelSurface"],
		"volume": 500.0, "rooms": 9.0, "energyLabel": "A+", "monument": true,
	} {
		if given[name] != want {
			t.Errorf("with overrides %s is %v, want %v", name, given[name], want)
		}
	}
	if plain["predictedValue"] == given["predictedValue"] {
		t.Error("overrides do not move the value")
	}
}

func TestReferencesAreThreeOtherHomesSoldBefore(t *testing.T) {
	s := openSite(t)
	for _, day := range []string{today.String(), "2023-03-01"} {
		data := s.ask(t, request{target: "/v1/homevalue?" + at(s.caseAt(t, demo.CaseOrdinary)) + "&valuationDate=" + day}).data()
		seen := map[any]bool{data["bagId"]: true}
		for _, r := range data["references"].([]any) {
			r := r.(map[string]any)
			if seen[r["bagId"]] {
				t.Errorf("home %v comes twice", r["bagId"])
			}
			seen[r["bagId"]] = true
			if date := r["date"].(string); date >= day {
				t.Errorf("a reference of %s was sold on %s", day, date)
			}
			if got, want := r["buildYearCat"], gevel.BuildYearCat(int(r["buildYear"].(float64))); got != want {
				t.Errorf("buildYearCat of %v is %v, want %s", r["buildYear"], got, want)
			}
			if r["street"] == "" || r["city"] == "" || r["state"] == "" || r["postalCode"] == "" {
				t.Errorf("a reference has no address: %v", r)
			}
		}
		if data["valueDate"] != day {
			t.Errorf("valueDate is %v, want %s", data["valueDate"], day)
		}
	}
}

func TestValueIsThatOfTheFullValuation(t *testing.T) {
	s := openSite(t)
	query := at(s.caseAt(t, demo.CaseOrdinary)) + described3
	full := s.ask(t, request{target: "/v1/homevalue?" + query})
	value := s.ask(t, request{target: "/v1/homevalue/value?" + query})
	for _, name := range []string{"weightedValue", "confidenceClass"} {
		if got, want := value.data()[name], full.data()[name]; got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if got, want := value.body["meta"].(map[string]any), full.body["meta"].(map[string]any); !maps.Equal(got, want) {
		t.Errorf("meta is %v, want %v", got, want)
	}
	weighted := full.data()["weightedValue"].(float64)
	meta := full.body["meta"].(map[string]any)
	low, lowErr := strconv.ParseFloat(meta["valueLow"].(string), 64)
	high, highErr := strconv.ParseFloat(meta["valueHigh"].(string), 64)
	if lowErr != nil || highErr != nil || low > weighted || weighted > high {
		t.Errorf("the interval %v to %v does not hold %v", meta["valueLow"], meta["valueHigh"], weighted)
	}
}

// TestAvailableExactlyWhenValued is the promise between the two endpoints, over
// homes, oddities, overrides and dates.
func TestAvailableExactlyWhenValued(t *testing.T) {
	s := openSite(t)
	addresses := slices.Clone(s.homes)
	for _, c := range s.made.Cases {
		addresses = append(addresses, c.Address)
	}
	overrides := map[string][]string{
		"buildType":     gevel.BuildTypeNames(),
		"buildYear":     {"1000", "1850", "2000", "2023", "2026"},
		"useSurface":    {"5", "80", "2700"},
		"parcelSurface": {"0", "300", "1000000"},
		"volume":        {"10", "20000"},
		"numberOfRooms": {"1", "100"},
		"energyLabel":   gevel.EnergyLabelNames(),
		"monument":      {"true", "false"},
		"valuationDate": {today.String(), s.live.Valuer.Oldest().String(), "2024-02-29"},
	}
	names := slices.Sorted(maps.Keys(overrides))
	counts := map[int]int{}
	rapid.Check(t, func(r *rapid.T) {
		query := at(rapid.SampledFrom(addresses).Draw(r, "address"))
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 4, rapid.ID).Draw(r, "overrides") {
			query += "&" + name + "=" + url.QueryEscape(rapid.SampledFrom(overrides[name]).Draw(r, name))
		}
		available := s.ask(t, request{target: "/v1/homevalue/available?" + query})
		valued := s.ask(t, request{target: "/v1/homevalue?" + query})
		counts[valued.StatusCode]++
		if valued.StatusCode == http.StatusBadRequest {
			if available.StatusCode != http.StatusBadRequest {
				r.Fatalf("%s: valuation 400, available %d", query, available.StatusCode)
			}
			return
		}
		if available.StatusCode != http.StatusOK || available.data()["available"] != (valued.StatusCode == http.StatusOK) {
			r.Fatalf("%s: available says %s, the valuation %d", query, available.text, valued.StatusCode)
		}
		meta := available.body["meta"].(map[string]any)
		if valued.StatusCode == http.StatusNotFound && meta["reason"] != valued.reasons()[0] {
			r.Fatalf("%s: available's reason is %v, the valuation's %v", query, meta["reason"], valued.reasons())
		}
	})
	if counts[200] == 0 || counts[404] == 0 {
		t.Errorf("the cases had only %v", counts)
	}
}

func TestImagesAreSignedNewestFirstAndServed(t *testing.T) {
	s := openSite(t)
	home := s.caseAt(t, demo.CaseOrdinary)
	images, err := s.store.Of(t.Context(), home.ObjectID)
	if err != nil || len(images) < 2 {
		t.Fatalf("%d images (%v), want two at least", len(images), err)
	}
	data := s.ask(t, request{target: "/v1/house-images?" + at(home)}).data()
	urls := data["images"].([]any)
	if len(urls) != len(images) || data["imagesDate"] != gevel.DayOf(images[0].TakenAt).String() {
		t.Errorf("%d URLs of %v, want %d, the newest of %v", len(urls), data["imagesDate"], len(images), images[0].TakenAt)
	}
	for i, u := range urls {
		path, ok := strings.CutPrefix(u.(string), s.server.URL)
		if !ok || !strings.HasPrefix(path, "/images/"+images[i].ID+"?") {
			t.Errorf("URL %d is %v, want one of %s below %s", i, u, images[i].ID, s.server.URL)
		}
		if got := s.ask(t, request{target: path, key: noKey}); got.StatusCode != http.StatusOK ||
			got.Header.Get("Content-Type") != "image/jpeg" {
			t.Errorf("GET %s: status %d, type %s", path, got.StatusCode, got.Header.Get("Content-Type"))
		}
		if got := s.ask(t, request{target: path[:len(path)-1], key: noKey}); got.StatusCode != http.StatusForbidden {
			t.Errorf("a URL cut short gives status %d, want 403", got.StatusCode)
		}
		s.clock.set(clock.Add(dayLong))
		if got := s.ask(t, request{target: path, key: noKey}); got.StatusCode != http.StatusForbidden {
			t.Errorf("a day later the URL gives status %d, want 403", got.StatusCode)
		}
		s.clock.set(clock)
	}
}

func TestHomeWithoutPhotosHasNone(t *testing.T) {
	s := openSite(t)
	home := s.homes[slices.IndexFunc(s.homes, func(a gevel.Address) bool {
		images, err := s.store.Of(t.Context(), a.ObjectID)
		return err == nil && len(images) == 0
	})]
	data := s.ask(t, request{target: "/v1/house-images?" + at(home)}).data()
	if len(data["images"].([]any)) != 0 || data["imagesDate"] != today.String() {
		t.Errorf("images of a home without photos: %v", data)
	}
	front := s.ask(t, request{target: "/v1/get_front_view?bagNumIds=" + string(home.NumberID)})
	if len(front.data()["items"].([]any)) != 0 || front.body["meta"].(map[string]any)["missing"] != string(home.NumberID) {
		t.Errorf("front view of a home without photos: %s", front.text)
	}
}

func TestFrontViewAnswersEachIDOnceInTheOrderAsked(t *testing.T) {
	s := openSite(t)
	var with []gevel.Address
	for _, a := range s.homes {
		images, err := s.store.Of(t.Context(), a.ObjectID)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(images, func(m gevel.Image) bool { return m.Kind == gevel.ImageFront }) {
			with = append(with, a)
		}
	}
	a, b := string(with[0].NumberID), string(with[1].NumberID)
	object := string(with[0].ObjectID)
	const unknown = "0000200000000001"
	tests := []struct {
		query   string
		want    []string
		missing any
	}{
		{"bagNumIds=" + a, []string{a}, nil},
		{"bagNumIds=" + b + "&bagNumIds=" + a, []string{b, a}, nil},
		{"bagNumIds=" + b + "," + a, []string{b, a}, nil},
		{"bagNumIds=" + b + "%2C" + a, []string{b, a}, nil},
		{"bagNumIds[]=" + b + "&bagNumIds[]=" + a, []string{b, a}, nil},
		{"bagNumIds%5B%5D=" + b + "&bagNumIds%5B%5D=" + a, []string{b, a}, nil},
		{"bagNumIds=" + a + "," + b + "," + a, []string{a, b}, nil},
		{"bagNumIds=" + object, []string{a}, nil},
		{"bagNumIds=" + unknown + "," + a + "," + unknown, []string{a}, unknown},
	}
	for _, tt := range tests {
		answer := s.ask(t, request{target: "/v1/get_front_view?" + tt.query})
		var got []string
		for _, item := range answer.data()["items"].([]any) {
			item := item.(map[string]any)
			got = append(got, fmt.Sprint(item["numberId"]))
			if _, whole := item["timestamp"].(float64); !whole || item["source"] == "" {
				t.Errorf("%s: item %v", tt.query, item)
			}
		}
		meta, _ := answer.body["meta"].(map[string]any)
		if !slices.Equal(got, tt.want) || meta["missing"] != tt.missing {
			t.Errorf("%s answers %v, missing %v; want %v, missing %v", tt.query, got, meta["missing"], tt.want, tt.missing)
		}
	}
}

func TestANamedFrontViewComesBeforeANewerOneFromTheStreet(t *testing.T) {
	s := openSite(t)
	var home gevel.Address
	for _, home = range slices.Backward(s.homes) {
		if images, err := s.store.Of(t.Context(), home.ObjectID); err == nil && len(images) == 0 {
			break
		}
	}
	picture := func(width int) []byte {
		var file bytes.Buffer
		if err := jpeg.Encode(&file, image.NewGray(image.Rect(0, 0, width, 30)), nil); err != nil {
			t.Fatal(err)
		}
		return file.Bytes()
	}
	t.Cleanup(func() {
		images, err := s.store.Of(context.Background(), home.ObjectID)
		for _, m := range images {
			err = errors.Join(err, s.store.Remove(context.Background(), m.ID, photos.Deed{At: clock, By: "test"}))
		}
		if err != nil {
			t.Error(err)
		}
	})
	source := func() string {
		item := s.ask(t, request{target: "/v1/get_front_view?bagNumIds=" + string(home.NumberID)}).data()["items"].([]any)[0]
		return fmt.Sprint(item.(map[string]any)["source"])
	}
	did, err := s.store.AddStreet(t.Context(), picture(60), []photos.StreetView{{
		Home: home.ObjectID, TakenAt: clock.Add(-dayLong), Source: "street", Cut: func(m image.Image) image.Image { return m },
	}})
	if err != nil || !did[0].New || source() != "street" {
		t.Fatal(did, err)
	}
	_, err = s.store.Add(t.Context(), photos.Addition{
		Home: home.ObjectID, Kind: gevel.ImageFront, TakenAt: clock.Add(-9 * dayLong), Source: "somebody", File: picture(40),
	})
	if err != nil || source() != "somebody" {
		t.Errorf("%s, %v", source(), err)
	}
}

func TestSecondaryAddressIsTheSameHome(t *testing.T) {
	s := openSite(t)
	second := s.caseAt(t, demo.CaseSecondary)
	first, ok := s.live.Edition.MainAddress(second.ObjectID)
	if !ok {
		t.Fatalf("%s has no main address", second.ObjectID)
	}
	a := s.ask(t, request{target: "/v1/homevalue?" + at(first)}).data()
	b := s.ask(t, request{target: "/v1/homevalue?" + at(second)}).data()
	if a["bagId"] != b["bagId"] || a["weightedValue"] != b["weightedValue"] {
		t.Errorf("main address: %v worth %v; secondary: %v worth "+
			"%v", a["bagId"], a["weightedValue"], b["bagId"], b["weightedValue"])
	}
}

// TestMetaSaysWhichHomeWasValuedAndUntilWhenSalesAreKnown compares with a look at every sale.
func TestMetaSaysWhichHomeWasValuedAndUntilWhenSalesAreKnown(t *testing.T) {
	s := openSite(t)
	home := s.caseAt(t, demo.CaseSecondary)
	for _, day := range []gevel.Date{today, today - 1, gevel.NewDate(2024, time.February, 29), s.live.Valuer.Oldest()} {
		until := gevel.NoDate
		for _, known := range s.live.Edition.Sales().Known {
			if known < day {
				until = max(until, known)
			}
		}
		query := at(home) + described3 + "&valuationDate=" + day.String()
		for _, path := range []string{"/v1/homevalue?", "/v1/homevalue/value?"} {
			meta := s.ask(t, request{target: path + query}).body["meta"].(map[string]any)
			if meta["bagId"] != string(home.ObjectID) || meta["salesUntil"] != until.String() {
				t.Errorf("%s%s: home %v with sales until %v, want %s and "+
					"%s", path, query, meta["bagId"], meta["salesUntil"], home.ObjectID, until)
			}
		}
	}
}

// TestAHomeThatIsNotInUseSaysSo asks for a home that is being built, and says so at each endpoint.
func TestAHomeThatIsNotInUseSaysSo(t *testing.T) {
	s := openSite(t)
	home := s.caseAt(t, demo.CaseNextYear)
	const built = "&buildType=Tussenwoning&buildYear=2000&useSurface=105"
	for _, path := range []string{"/v1/homevalue?", "/v1/homevalue/value?"} {
		for query, want := range map[string]any{at(home): "formed", at(s.caseAt(t, demo.CaseOrdinary)): nil} {
			answer := s.ask(t, request{target: path + query + built})
			meta, _ := answer.body["meta"].(map[string]any)
			if answer.StatusCode != http.StatusOK || meta["status"] != want {
				t.Errorf("%s%s: status %v, want %v: %.300s", path, query, meta["status"], want, answer.text)
			}
		}
	}
	for language, want := range map[string]string{"en": "only as formed", "nl": "alleen als gevormd"} {
		words := s.ask(t, request{target: "/v1/homevalue/explanation?" + at(home) + built + "&language=" + language})
		if !strings.Contains(words.text, want) {
			t.Errorf("the explanation in %s does not say %q: %.300s", language, want, words.text)
		}
	}
}
