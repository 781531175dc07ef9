package frame

import (
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/gevel/gevel/internal/serve/param"
)

// TestASegmentOfThePathIsAParameter holds the seam of endpoints that answer bytes under a path
// with parameters, as tiles do.
func TestASegmentOfThePathIsAParameter(t *testing.T) {
	type place struct{ z, x int }
	rows := []param.Row[place]{
		{Param: param.Param{Name: "z", Kind: param.Integer, Required: true, InPath: true, Max: 22}, Set: func(in *place, v param.Value) error { in.z = v.Number; return nil }},
		{Param: param.Param{Name: "x", Kind: param.Integer, Required: true, InPath: true, Max: 99}, Set: func(in *place, v param.Value) error { in.x = v.Number; return nil }},
	}
	e := Endpoint{
		Base: "/page", Path: "/tiles/{z}/{x}", Media: "text/plain", MayBeEmpty: true,
		Handler: Handle(rows, func(_ Call, in place) (Answer, error) {
			return Answer{Content: &Content{Media: "text/plain", Body: fmt.Appendf(nil, "%d of %d", in.x, in.z)}}, nil
		}),
	}
	r := NewRouter([]Surface{{Endpoints: []Endpoint{e}}})
	for path, want := range map[string]bool{
		"/page/tiles/3/7": true, "/page/tiles/3": false, "/page/tiles/3/": false, "/page/tiles/3/7/1": false, "/page/other/3/7": false,
	} {
		if _, _, ok := r.Find(path); ok != want {
			t.Errorf("%s is found: %v", path, ok)
		}
	}
	_, segments, _ := r.Find("/page/tiles/3/7")
	bound, err := param.BindAt(e.Params, segments, "", param.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := e.Answer(Call{}, bound)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	a.Content.Send(w)
	if w.Code != 200 || w.Body.String() != "7 of 3" || w.Header().Get("Content-Type") != "text/plain" {
		t.Errorf("the answer is %d, %q, %v", w.Code, w.Body, w.Header())
	}
	for _, query := range []string{"z=4", "x=1"} { // what is in the path is not asked for twice
		if _, err := param.BindAt(e.Params, segments, query, param.Limits{}); err == nil {
			t.Errorf("the query %s is taken", query)
		}
	}
	if _, err := param.BindAt(e.Params, map[string]string{"z": "3", "x": "a"}, "", param.Limits{}); err == nil {
		t.Error("the segment a is taken for a number")
	}
	w = httptest.NewRecorder()
	Content{}.Send(w)
	if w.Code != 204 || w.Body.Len() != 0 {
		t.Errorf("nothing is answered %d, %q", w.Code, w.Body)
	}
}
