package endpoints

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/describe"
	"github.com/gevel/gevel/internal/serve/param"
)

// Characteristics that a sales file brings and callers may give, of every kind.

// extraTable has a characteristic of each kind that is not among the standard ones.
func extraTable(views ...string) gevel.Attributes {
	of := func(column string, kind gevel.Kind) gevel.Attribute {
		return gevel.Attribute{Name: column, Column: column, Parameter: column, Label: column, Doc: column, Kind: kind}
	}
	sound := of("num_sound", gevel.Number)
	sound.Least, sound.Most = -10, 90
	height, lift, view := of("num_height", gevel.Number), of("num_lift", gevel.YesNo), of("cat_view", gevel.Category)
	table := gevel.Standard().With(height, sound, lift, view)
	for _, name := range views {
		table[len(table)-1].Enter(name)
	}
	return table
}

// askedOf binds a query by a table, and returns the input and the echo.
func askedOf(t *testing.T, table gevel.Attributes, query string) (in HomeInput, echo map[string]any, err error) {
	t.Helper()
	rows := HomeTable(table)
	bound, err := param.Bind(param.TableOf(rows), home+"&"+query, testLimits)
	text, marshalErr := json.Marshal(bound)
	if marshalErr != nil {
		t.Fatalf("echo of %s: %v", query, marshalErr)
	}
	if jsonErr := json.Unmarshal(text, &echo); jsonErr != nil {
		t.Fatalf("echo of %s is %s: %v", query, text, jsonErr)
	}
	if err != nil {
		return in, echo, err
	}
	in, err = param.Fill(rows, bound)
	return in, echo, err
}

func TestAnExtraCharacteristicIsReadByItsKind(t *testing.T) {
	odd := "Zee \"é\"\u007f\\"
	table := extraTable("park", odd)
	tests := []struct {
		query, column string
		echo          any
		value         float64
	}{
		{"num_height=2.75", "num_height", 2.75, 2.75},
		{"num_height=-0.5", "num_height", -0.5, -0.5},
		{"num_height=1000000000000", "num_height", 1e12, 1e12},
		{"num_sound=-10", "num_sound", -10.0, -10},
		{"num_sound=90.0", "num_sound", 90.0, 90},
		{"num_lift=false", "num_lift", false, 0},
		{"num_lift=true", "num_lift", true, 1},
		{"num_lift=Ja", "num_lift", true, 1},
		{"cat_view=park", "cat_view", "park", 0},
		{"cat_view=Zee+%22%C3%A9%22%7F%5C", "cat_view", odd, 1},
	}
	for _, tt := range tests {
		in, echo, err := askedOf(t, table, tt.query)
		if err != nil {
			t.Errorf("%s: %v", tt.query, err)
			continue
		}
		a := &table[table.Column(tt.column)]
		if got, want := a.Get(&in.Overrides), float64(float32(tt.value)); got != want || echo[tt.column] != tt.echo {
			t.Errorf("%s gives the home %v, want %v, and the echo %v", tt.query, got, want, echo[tt.column])
		}
	}
}

func TestAFaultyExtraCharacteristicIsNamed(t *testing.T) {
	var views []string
	for i := range 25 {
		views = append(views, fmt.Sprintf("view %02d", i))
	}
	table := extraTable(views...)
	for query, want := range map[string]string{
		"num_height=high":          `num_height "high" is no number`,
		"num_height=1e3":           `num_height "1e3" is no number`,
		"num_height=%2B1":          `num_height "+1" is no number`,
		"num_height=01":            `num_height "01" is no number`,
		"num_height=1.":            `num_height "1." is no number`,
		"num_height=NaN":           `num_height "NaN" is no number`,
		"num_height=2,5":           `num_height "2,5" is no number`,
		"num_height=1000000000001": `num_height 1000000000001 is too large a number`,
		"num_sound=90.1":           `num_sound 90.1 is not from -10 to 90`,
		"num_lift=yes":             `num_lift "yes" is neither true nor false`,
		"cat_view=lake":            `cat_view "lake" is no cat_view; there are view 00, view 01`,
	} {
		_, echo, err := askedOf(t, table, query)
		var e *gevel.Error
		if !errors.As(err, &e) || e.Code != gevel.Invalid || !strings.HasPrefix(e.Message, want) {
			t.Errorf("%s: %v, want %s", query, err, want)
		}
		if column, _, _ := strings.Cut(query, "="); echo[column] != nil {
			t.Errorf("%s is echoed as %v", query, echo[column])
		}
	}
	_, _, err := askedOf(t, table, "cat_view=lake")
	if !strings.HasSuffix(err.Error(), "view 18, view 19 and 5 more") {
		t.Errorf("got %v", err)
	}
}

func TestTheDescriptionHasExtraCharacteristicsByTheirKind(t *testing.T) {
	text, err := describe.Surface(new(Endpoints).Surface(extraTable("park")), nil)
	if err != nil {
		t.Fatal(err)
	}
	d, err := openapi3.NewLoader().LoadFromIoReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	parameters := d.Paths.Value("/homevalue").Get.Parameters
	is := func(name string) *openapi3.Schema { return parameters.GetByInAndName("query", name).Schema.Value }
	if s := is("num_height"); !s.Type.Is("number") || s.Min != nil || s.Max != nil {
		t.Errorf("a number without bounds is %+v", s)
	}
	if s := is("num_sound"); !s.Type.Is("number") || *s.Min != -10 || *s.Max != 90 {
		t.Errorf("a number with bounds is %+v", s)
	}
	// The standard monument has a default, since its echo does.
	if s := is("num_lift"); !s.Type.Is("boolean") || s.Default != nil || is("monument").Default != false {
		t.Errorf("yes or no is %+v, and monument %+v", s, is("monument"))
	}
	if s := is("cat_view"); !s.Type.Is("string") || len(s.Enum) > 0 {
		t.Errorf("a category is %+v", s)
	}
	echo := d.Components.Schemas[homeInputName].Value
	if slices.Contains(echo.Required, "num_lift") || echo.Properties["num_height"] == nil {
		t.Errorf("the echo has %v and requires %v", echo.Properties, echo.Required)
	}
}
