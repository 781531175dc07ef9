package agent

// What tools ask of their callers. The tags are the descriptions that an agent reads.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/serve/param"
	why "github.com/gevel/gevel/internal/value/explain"
)

type searchInput struct {
	Query string `json:"query" jsonschema:"an address as people write it, or the 16 digits of a BAG id"`
	Limit int    `json:"limit,omitempty" jsonschema:"how many addresses at most, 1 to 50; 8 unless given"`
}

// address names a home, also by its id alone.
type address struct {
	BagID          string `json:"bagId,omitempty" jsonschema:"16 digits, instead of the address"`
	PostalCode     string `json:"postalCode,omitempty" jsonschema:"such as 1234AB"`
	HouseNumber    int    `json:"houseNumber,omitempty"`
	HouseLetter    string `json:"houseLetter,omitempty"`
	HouseNumberExt string `json:"houseNumberExt,omitempty" jsonschema:"the extension of the house number"`
	ValuationDate  string `json:"valuationDate,omitempty" jsonschema:"YYYY-MM-DD; today unless given"`
}

// changes are characteristics that replace the register's.
type changes struct {
	BuildType     string `json:"buildType,omitempty" jsonschema:"the Dutch house type, such as Tussenwoning or Appartement"`
	BuildYear     *int   `json:"buildYear,omitempty"`
	UseSurface    *int   `json:"useSurface,omitempty" jsonschema:"m2"`
	ParcelSurface *int   `json:"parcelSurface,omitempty" jsonschema:"m2; 0 is no lot"`
	Volume        *int   `json:"volume,omitempty" jsonschema:"m3"`
	NumberOfRooms *int   `json:"numberOfRooms,omitempty"`
	EnergyLabel   string `json:"energyLabel,omitempty" jsonschema:"A+++++ to G"`
	Monument      *bool  `json:"monument,omitempty"`
}

type homeInput struct {
	address
	changes
}

type addressInput struct{ address }

// nearInput names a home, or none.
type nearInput struct{ address }

type comparablesInput struct {
	homeInput
	Limit         *int     `json:"limit,omitempty" jsonschema:"how many sales at most, 1 to 100; 24 unless given"`
	Months        *int     `json:"months,omitempty" jsonschema:"only sales of so many months before the valuation date"`
	Within        *int     `json:"within,omitempty" jsonschema:"only homes at most so many metres away"`
	SameType      *bool    `json:"sameType,omitempty" jsonschema:"only homes of exactly the same house type"`
	YearWithin    *int     `json:"yearWithin,omitempty" jsonschema:"only homes built at most so many years before or after"`
	SurfaceWithin *float64 `json:"surfaceWithin,omitempty" jsonschema:"only homes whose surface differs by at most this share, such as 0.1"`
	Order         string   `json:"order,omitempty" jsonschema:"weight, distance, date or equality"`
}

// enumerations are the texts that an argument may be.
var enumerations = map[string][]string{
	"buildType": gevel.BuildTypeNames(), "energyLabel": gevel.EnergyLabelNames(), "order": why.Orders(),
}

// schemaOf returns the schema of a tool's arguments.
func schemaOf[In any]() *jsonschema.Schema {
	schema, err := jsonschema.For[In](nil)
	if err != nil {
		panic(err) // a type of ours
	}
	for name, values := range enumerations {
		if p := schema.Properties[name]; p != nil {
			for _, v := range values {
				p.Enum = append(p.Enum, v)
			}
		}
	}
	return schema
}

// home returns the address, of whatever names a home.
func (a *address) home() *address { return a }

// locate finds the address of a home that is named by its id. Errors: no home has it; another home has the address beside
// it; of the search.
func (c *caller) locate(a *address) error {
	if a.BagID == "" {
		return nil
	}
	var out found
	if _, err := c.get("/v1/addresses", searchInput{Query: a.BagID, Limit: 1}, &out); err != nil {
		return err
	}
	if len(out.Homes) == 0 {
		return refusal{Message: "no home has the BAG id " + strconv.Quote(a.BagID)}
	}
	h := out.Homes[0]
	of := address{
		PostalCode: h.PostalCode, HouseNumber: h.HouseNumber, HouseLetter: deref(h.HouseLetter),
		HouseNumberExt: deref(h.HouseNumberExt), ValuationDate: a.ValuationDate,
	}
	if !a.mayBe(&of) {
		return refusal{Message: "id " + h.BagID + " is " + h.Label + ", and the address beside it is another; leave one of them out"}
	}
	*a, c.bagID = of, h.BagID
	return nil
}

// isSaid reports whether a home is named.
func (a *address) isSaid() bool { return a.BagID+a.PostalCode != "" || a.HouseNumber != 0 }

// mayBe reports whether what is said of an address is true of another one.
func (a *address) mayBe(of *address) bool {
	code, _ := gevel.ParsePostalCode(a.PostalCode)
	suffix := gevel.JoinSuffix(a.HouseLetter, a.HouseNumberExt)
	return (a.PostalCode == "" || string(code) == of.PostalCode) && (a.HouseNumber == 0 || a.HouseNumber == of.HouseNumber) &&
		(suffix == "" || suffix == gevel.JoinSuffix(of.HouseLetter, of.HouseNumberExt))
}

func deref(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// query returns what is asked as parameters, which bear the names of its JSON.
func query(asked any) url.Values {
	q, fields := url.Values{}, map[string]any{}
	text, _ := json.Marshal(asked) // of texts and numbers
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	_ = d.Decode(&fields)
	for name, value := range fields {
		if value != "" {
			q.Set(name, fmt.Sprint(value))
		}
	}
	return q
}

// squareMetres writes a surface that may be unknown.
func squareMetres(surface *int) string {
	if surface == nil {
		return "unknown surface"
	}
	return strconv.Itoa(*surface) + " m2"
}

// percent writes a figure that may be unknown.
func percent(v *float64) string {
	if v == nil {
		return "unknown"
	}
	return strconv.FormatFloat(*v, 'f', 1, 64) + " %"
}

// Language models send null for what is not given, numbers as texts and texts as numbers. Tools read these as they are
// meant.

// arguments are the kinds of a tool's arguments, by name.
type arguments map[string]reflect.Kind

// argumentsOf returns the arguments that a type has.
func argumentsOf(in reflect.Type) arguments {
	of := arguments{}
	for _, f := range reflect.VisibleFields(in) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		kind := f.Type.Kind()
		if kind == reflect.Pointer {
			kind = f.Type.Elem().Kind()
		}
		if name != "" {
			of[name] = kind
		}
	}
	return of
}

// read returns the arguments of a call as the tool's schema has them. Error: one is unknown.
func (a arguments) read(call json.RawMessage) (json.RawMessage, error) {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(call, &given); err != nil {
		return call, nil //nolint:nilerr // the library says what is wrong
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		kind, known := a[name]
		switch {
		case !known:
			return nil, refusal{Message: a.unknown(name)}
		case string(given[name]) == "null" || string(given[name]) == `""`: // as a query reads it
			delete(given, name)
		default:
			given[name] = asListed(asKind(given[name], kind), enumerations[name])
		}
	}
	return json.Marshal(given)
}

func (a arguments) unknown(name string) string {
	var table []param.Param
	for _, known := range slices.Sorted(maps.Keys(a)) {
		table = append(table, param.Param{Name: known})
	}
	return strings.Replace(param.UnknownMessage(name, table), "parameter", "argument", 1)
}

// asKind returns a value as one of a kind; as it is where it can't be one.
func asKind(value json.RawMessage, kind reflect.Kind) json.RawMessage {
	text := string(value)
	if json.Unmarshal(value, &text) != nil && kind == reflect.String && strings.Trim(text, "0123456789.-") == "" {
		return json.RawMessage(strconv.Quote(text))
	}
	switch kind {
	case reflect.Int:
		if n, err := spelling.QueryWhole(text); err == nil {
			return json.RawMessage(strconv.Itoa(n))
		}
	case reflect.Bool:
		if yes, err := spelling.QueryYes(text); err == nil {
			return json.RawMessage(strconv.FormatBool(yes))
		}
	case reflect.Float64:
		if v, err := strconv.ParseFloat(text, 64); err == nil && v-v == 0 {
			return json.RawMessage(strconv.FormatFloat(v, 'f', -1, 64))
		}
	}
	return value
}

// asListed returns a text as an enumeration spells it; as it is where it is none of it.
func asListed(value json.RawMessage, values []string) json.RawMessage {
	var text string
	if json.Unmarshal(value, &text) == nil {
		for _, v := range values {
			if strings.EqualFold(v, strings.TrimSpace(text)) {
				return json.RawMessage(strconv.Quote(v))
			}
		}
	}
	return value
}

// plainFault takes the library's own words out of its faults.
var plainFault = strings.NewReplacer(
	`validating "arguments": `, "", "validating root: ", "", "validating /properties/", "", "required: missing properties", "missing",
)

// readArguments has calls of tools read as they are meant.
func readArguments(tools map[string]arguments) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			if call, ok := r.(*mcp.CallToolRequest); ok && tools[call.Params.Name] != nil && len(call.Params.Arguments) > 0 {
				read, err := tools[call.Params.Name].read(call.Params.Arguments)
				if err != nil {
					answer := new(mcp.CallToolResult)
					answer.SetError(err)
					return answer, nil
				}
				call.Params.Arguments = read
			}
			answer, err := next(ctx, method, r)
			if err != nil { // then the answer may be a nil pointer
				return nil, err
			}
			if said, ok := answer.(*mcp.CallToolResult); ok && said.GetError() != nil {
				said.Content = nil // to be written anew
				said.SetError(errors.New(plainFault.Replace(said.GetError().Error())))
			}
			return answer, nil
		}
	}
}
