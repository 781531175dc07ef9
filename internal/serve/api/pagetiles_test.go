package api_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/tile"
)

// tileAt returns the path of the tile around a home.
func tileAt(t *testing.T, s *site, home gevel.BAGID, zoom int) string {
	t.Helper()
	d, ok := s.live.Edition.Dwelling(home)
	if !ok {
		t.Fatalf("there is no home %s", home)
	}
	lat, lon := geo.ToWGS84(d.At)
	n := math.Exp2(float64(zoom))
	y := (1 - math.Asinh(math.Tan(lat*math.Pi/180))/math.Pi) / 2 * n
	return fmt.Sprintf("/page/tiles/%d/%d/%d", zoom, int((lon+180)/360*n), int(y))
}

func TestTilesAreAnswered(t *testing.T) {
	s := openSite(t)
	home := s.caseAt(t, demo.CaseOrdinary)
	target := tileAt(t, s, home.ObjectID, tile.MaxZoom)
	zipped := http.Header{"Accept-Encoding": {"br, gzip"}}
	got := s.ask(t, request{target: target, header: zipped})
	if got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != tile.Media ||
		got.Header.Get("Content-Encoding") != "gzip" ||
		got.Header.Get("Cache-Control") != "private, no-cache" || got.Header.Get("Vary") != "Accept-Encoding" {
		t.Fatalf("status %d, %v", got.StatusCode, got.Header)
	}
	z, err := gzip.NewReader(strings.NewReader(got.text))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(z)
	if err != nil || !bytes.Contains(body, []byte("buildings")) || !bytes.Contains(body, []byte(home.ObjectID)) {
		t.Errorf("the tile of %d bytes has no buildings or not the home, %v", len(body), err)
	}
	plain := s.ask(t, request{target: target, header: http.Header{"Accept-Encoding": {"gzip;q=0, br"}}})
	if plain.text != string(body) || plain.Header.Get("Content-Encoding") != "" {
		t.Errorf("without gzip it is %d bytes instead of %d: %v", len(plain.text), len(body), plain.Header)
	}
	if head := s.ask(t, request{
		method: http.MethodHead, target: target,
		header: zipped,
	}); head.StatusCode != http.StatusOK || head.text != "" {
		t.Errorf("HEAD: status %d, %d bytes", head.StatusCode, len(head.text))
	}
}

func TestATileThatACallerHasIsNotSentAgain(t *testing.T) {
	s := openSite(t)
	target := tileAt(t, s, s.caseAt(t, demo.CaseOrdinary).ObjectID, 14)
	ask := func(target, held string) reply {
		return s.ask(t, request{target: target, header: http.Header{"Accept-Encoding": {"gzip"}, "If-None-Match": {held}}})
	}
	tag := ask(target, "").Header.Get("ETag")
	if !strings.HasPrefix(tag, `W/"`) {
		t.Fatalf("the ETag is %s", tag)
	}
	for held, want := range map[string]int{
		tag: 304, `"x", ` + tag: 304, strings.TrimPrefix(tag, "W/"): 304, "*": 304, `"x"`: 200, strings.Trim(tag, `W/"`): 200,
	} {
		got := ask(target, held)
		if got.StatusCode != want || got.Header.Get("ETag") != tag || want == 304 && got.text != "" {
			t.Errorf("who holds %s gets %d, %v", held, got.StatusCode, got.Header)
		}
	}
	if got := ask(target+"?valuationDate=2026-01-15", tag); got.StatusCode != http.StatusOK || got.Header.Get("ETag") == tag {
		t.Errorf("the tile of another day is answered %d, %s", got.StatusCode, got.Header.Get("ETag"))
	}
}

func TestWhereThereIsNoTile(t *testing.T) {
	s := openSite(t)
	for target, want := range map[string]string{
		"/page/tiles/16/0/0": "204", "/page/tiles/6/0/0": "204",
		"/page/tiles/5/16/10": "400 z", "/page/tiles/17/1/1": "400 z", "/page/tiles/6/64/1": "400 x", "/page/tiles/6/1/64": "400 y",
		"/page/tiles/6/64/64": "400 x 400 y", "/page/tiles/6/1/-1": "400 y", "/page/tiles/6/one/1": "400 x",
		"/page/tiles/6/1/1.mvt": "400 y", "/page/tiles/6/1/1?valuationDate=2000-01-01": "400 valuationDate",
		"/page/tiles/6/1/1?z=7": "400 z", "/page/tiles/6/1": "404", "/page/tiles/6/1/1/1": "404", "/page/tiles": "404",
	} {
		got := s.ask(t, request{target: target})
		spelt := fmt.Sprint(got.StatusCode)
		if details, ok := got.body["error"].(map[string]any); ok && got.StatusCode == http.StatusBadRequest {
			var faults []string
			for _, d := range details["errors"].([]any) {
				faults = append(faults, fmt.Sprint(400, " ", d.(map[string]any)["reason"]))
			}
			spelt = strings.Join(faults, " ")
		}
		if spelt != want {
			t.Errorf("%s is answered %s, want %s: %s", target, spelt, want, got.text)
		}
	}
	for key, want := range map[string]int{noKey: 401, "images only": 403, "revoked": 401} {
		if got := s.ask(t, request{target: "/page/tiles/6/32/20", key: key}); got.StatusCode != want {
			t.Errorf("key %s: status %d, want %d", key, got.StatusCode, want)
		}
	}
}

func TestTheEditionSaysWhatTheMapHas(t *testing.T) {
	got := openSite(t).ask(t, request{target: "/page/edition"})
	if want := fmt.Sprintf(`"map":{"buildings":true,"minZoom":%d,"maxZoom":%d,`, tile.MinZoom,
		tile.MaxZoom); !strings.Contains(got.text, want) {
		t.Errorf("the edition's map is not %s: %s", want, got.text)
	}
}

// TestABuildingIsAnsweredWithItsHomes asks at a home, in a field and with what is no position.
func TestABuildingIsAnsweredWithItsHomes(t *testing.T) {
	s := openSite(t)
	home := s.caseAt(t, demo.CaseOrdinary)
	d, ok := s.live.Edition.Dwelling(home.ObjectID)
	if !ok {
		t.Fatal("there is no such home")
	}
	lat, lon := geo.ToWGS84(d.At)
	for target, want := range map[string]struct {
		status int
		text   string
	}{
		fmt.Sprintf("?lat=%.7f&lon=%.7f", lat, lon):                          {http.StatusOK, string(home.ObjectID)},
		fmt.Sprintf("?lat=%.7f&lon=%.7f&valuationDate=2025-01-01", lat, lon): {http.StatusOK, home.Street},
		fmt.Sprintf("?lat=%.7f&lon=%.7f", lat+1, lon):                        {http.StatusNotFound, "no building stood at"},
		"?lat=1&lon=2":      {http.StatusNotFound, "no building stood at"},
		"?lat=52,1&lon=4.3": {http.StatusBadRequest, "lat"},
		"?lat=52.1":         {http.StatusBadRequest, "lon is required"},
	} {
		got := s.ask(t, request{target: "/page/building" + target})
		if got.StatusCode != want.status || !strings.Contains(got.text, want.text) {
			t.Errorf("%s: %d, %s", target, got.StatusCode, got.text)
		}
	}
}
