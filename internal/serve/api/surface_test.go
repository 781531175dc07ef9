package api

import (
	"fmt"
	"net/http/httptest"
	"testing"
)

// TestASegmentOfThePathIsAParameter holds the seam of endpoints that answer bytes under a path
// with parameters, as tiles do.
func TestASegmentOfThePathIsAParameter(t *testing.T) {
	type place struct{ z, x int }
	rows := []row[place]{
		{param{name: "z", kind: integer, required: true, inPath: true, max: 22}, func(in *place, v value) error { in.z = v.number; return nil }},
		{param{name: "x", kind: integer, required: true, inPath: true, max: 99}, func(in *place, v value) error { in.x = v.number; return nil }},
	}
	e := endpoint{
		base: "/page", path: "/tiles/{z}/{x}", media: "text/plain", mayBeEmpty: true,
		handler: handle(rows, func(_ call, in place) (answer, error) {
			return answer{content: &content{media: "text/plain", body: fmt.Appendf(nil, "%d of %d", in.x, in.z)}}, nil
		}),
	}
	r := newRouter([]surface{{endpoints: []endpoint{e}}})
	for path, want := range map[string]bool{
		"/page/tiles/3/7": true, "/page/tiles/3": false, "/page/tiles/3/": false, "/page/tiles/3/7/1": false, "/page/other/3/7": false,
	} {
		if _, _, ok := r.find(path); ok != want {
			t.Errorf("%s is found: %v", path, ok)
		}
	}
	_, segments, _ := r.find("/page/tiles/3/7")
	bound, err := bindAt(e.params, segments, "", limits{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := e.answer(call{}, bound)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	a.content.send(w)
	if w.Code != 200 || w.Body.String() != "7 of 3" || w.Header().Get("Content-Type") != "text/plain" {
		t.Errorf("the answer is %d, %q, %v", w.Code, w.Body, w.Header())
	}
	for _, query := range []string{"z=4", "x=1"} { // what is in the path is not asked for twice
		if _, err := bindAt(e.params, segments, query, limits{}); err == nil {
			t.Errorf("the query %s is taken", query)
		}
	}
	if _, err := bindAt(e.params, map[string]string{"z": "3", "x": "a"}, "", limits{}); err == nil {
		t.Error("the segment a is taken for a number")
	}
	w = httptest.NewRecorder()
	content{}.send(w)
	if w.Code != 204 || w.Body.Len() != 0 {
		t.Errorf("nothing is answered %d, %q", w.Code, w.Body)
	}
}
