package api_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"go/token"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

var update = flag.Bool("update", false, "write the goldens anew")

func TestDescriptionIsTheGolden(t *testing.T) {
	s := openSite(t)
	requireGolden(t, "openapi.json", s.ask(t, request{target: "/v1/openapi.json", key: noKey}).text)
	requireGolden(t, "page.json", s.ask(t, request{target: "/page/openapi.json", key: noKey}).text)
	requireGolden(t, "batch.json", s.ask(t, request{target: "/batch/openapi.json", key: noKey}).text)
}

func requireGolden(t *testing.T, name, text string) {
	t.Helper()
	got, golden := []byte(text), filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the description is not %s; the interface is public, so look twice, then run go test -update", golden)
	}
}

func TestDescriptionIsValidOpenAPI(t *testing.T) {
	s := openSite(t)
	if err := s.pageDescribed().Validate(context.Background(), openapi3.EnableExamplesValidation()); err != nil {
		t.Errorf("the page's description is no OpenAPI 3.0: %v", err)
	}
	d := s.described()
	if err := d.Validate(context.Background(), openapi3.EnableExamplesValidation()); err != nil {
		t.Errorf("the description is no OpenAPI 3.0: %v", err)
	}
	if d.OpenAPI != "3.0.3" || d.Info.Version != "1.0.0" {
		t.Errorf("OpenAPI %s, version %s; want 3.0.3 and 1.0.0", d.OpenAPI, d.Info.Version)
	}
	if got := len(d.Paths.Map()); got != 8 {
		t.Errorf("%d paths are described, want 8", got)
	}
}

// TestEveryObjectIsClosed keeps the check of answers against the description
// honest: an object that admits any field would prove nothing.
func TestEveryObjectIsClosed(t *testing.T) {
	s := openSite(t)
	for _, d := range []*openapi3.T{s.described(), s.pageDescribed()} {
		for name, s := range d.Components.Schemas {
			requireClosed(t, name, s)
		}
		for path, item := range d.Paths.Map() {
			for status, r := range operationOf(item).Responses.Map() {
				if body := r.Value.Content.Get("application/json"); body != nil {
					requireClosed(t, path+" "+status, body.Schema)
				}
			}
		}
	}
}

func requireClosed(t *testing.T, where string, s *openapi3.SchemaRef) {
	t.Helper()
	if s == nil || s.Ref != "" {
		return
	}
	if s.Value.Type.Is("object") {
		more := s.Value.AdditionalProperties
		if (more.Has == nil || *more.Has) && more.Schema == nil {
			t.Errorf("%s admits fields that are not described", where)
		}
	}
	requireClosed(t, where+"[]", s.Value.Items)
	for _, part := range slices.Concat(s.Value.AllOf, s.Value.AnyOf) {
		requireClosed(t, where, part)
	}
	for name, p := range s.Value.Properties {
		requireClosed(t, where+"."+name, p)
	}
}

// TestExamplesAreAHomeThatTheEditionValues asks of each endpoint what its required
// parameters' examples name: what a documentation page fills its form with.
func TestExamplesAreAHomeThatTheEditionValues(t *testing.T) {
	s := openSite(t)
	for path, item := range s.described().Paths.Map() {
		query := url.Values{}
		for _, p := range item.Get.Parameters {
			if (p.Value.Example != nil) != p.Value.Required {
				t.Errorf("%s: %s is required: %v, and has the example %v", path, p.Value.Name, p.Value.Required, p.Value.Example)
			}
			switch example := p.Value.Example.(type) {
			case nil:
			case []any:
				query.Set(p.Value.Name, fmt.Sprint(example[0]))
			default:
				query.Set(p.Value.Name, fmt.Sprint(example))
			}
		}
		got := s.ask(t, request{target: "/v1" + path + "?" + query.Encode()})
		if got.StatusCode != http.StatusOK {
			t.Errorf("%s with the examples: status %d: %s", path, got.StatusCode, got.text)
		}
		if available, ok := got.data()["available"]; ok && available != true {
			t.Errorf("%s with the examples: %s", path, got.text)
		}
	}
}

// TestEnumerationsHaveConstants holds the names that generated clients give the values
// of an enumeration: one for each, and Go can use them all.
func TestEnumerationsHaveConstants(t *testing.T) {
	schemas := openSite(t).described().Components.Schemas
	for name, want := range map[string]map[string]string{
		"HouseType": {
			"Appartement": "Appartement", "Geschakelde woning": "GeschakeldeWoning", "2-onder-1-kapwoning": "TweeOnderEenKapwoning",
			"Geschakelde 2-onder-1-kapwoning": "GeschakeldeTweeOnderEenKapwoning", "Vrijstaande woning": "VrijstaandeWoning",
		},
		"EnergyLabel":   {"A+++++": "LabelAPlus5", "A++": "LabelAPlus2", "A+": "LabelAPlus", "A": "LabelA", "G": "LabelG"},
		"SuccessStatus": {"success": "StatusSuccess"},
		"FailureStatus": {"failure": "StatusFailure"},
	} {
		values := schemas[name].Value.Enum
		constants, _ := schemas[name].Value.Extensions["x-enum-varnames"].([]any)
		if len(constants) != len(values) {
			t.Fatalf("%s has %d values and %d names", name, len(values), len(constants))
		}
		seen := map[any]bool{}
		for i, constant := range constants {
			if seen[constant] || !token.IsExported(fmt.Sprint(constant)) || !token.IsIdentifier(fmt.Sprint(constant)) {
				t.Errorf("%s: %v is called %v", name, values[i], constant)
			}
			seen[constant] = true
			if w, ok := want[fmt.Sprint(values[i])]; ok && w != constant {
				t.Errorf("%s: %v is called %v, want %s", name, values[i], constant, w)
			}
		}
	}
}
