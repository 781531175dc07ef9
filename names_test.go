package gevel

import (
	"fmt"
	"slices"
	"testing"
)

func TestNamesAreFoundByNameAndByCode(t *testing.T) {
	names, want := NewNames(), []string{}
	for i := range 2000 {
		name := fmt.Sprint("name ", i*i%1999)
		code := slices.Index(want, name)
		if known := names.Code(name); known != int32(code) {
			t.Fatalf("%s has the code %d before it is added, want %d", name, known, code)
		}
		if code < 0 {
			code, want = len(want), append(want, name)
		}
		if got := names.Add(name); got != int32(code) || names.Code(name) != got || names.Name(got) != name {
			t.Fatalf("%s got the code %d, want %d", name, got, code)
		}
	}
	if got := slices.Collect(names.All); !slices.Equal(got, want) || names.Len() != len(want) {
		t.Errorf("the names are %v", got)
	}
	if names.Add("") != -1 || names.Code("") != -1 || names.Name(-1) != "" || NewNames().Code("x") != -1 {
		t.Error("the empty name has a code")
	}
}

func TestNamesAreNumberedAnew(t *testing.T) {
	names := NewNames()
	for _, name := range []string{"a", "bb", "ccc"} {
		names.Add(name)
	}
	names.Reorder([]int32{2, 0, 1})
	if got := slices.Collect(names.All); !slices.Equal(got, []string{"ccc", "a", "bb"}) || names.Code("a") != 1 {
		t.Errorf("the names are %v, and a is %d", got, names.Code("a"))
	}
}
