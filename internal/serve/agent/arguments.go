package agent

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/serve/param"
)

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
		case string(given[name]) == "null":
			delete(given, name)
		default:
			given[name] = asKind(given[name], kind)
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
			return next(ctx, method, r)
		}
	}
}
