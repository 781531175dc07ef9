// Package heapsize says how many bytes of memory the parts of a value hold, for tests and benchmarks
// of what serving takes.
package heapsize

import (
	"reflect"
	"strings"
	"unsafe"
)

// Of returns the bytes that v and everything reachable from it hold, by the path of fields that leads to them, down to
// a depth of fields. Memory that two paths share counts for the first. Channels and functions are not followed.
func Of(v any, depth int) map[string]int {
	w := walk{sizes: map[string]int{}, seen: map[unsafe.Pointer]bool{}, depth: depth}
	w.value(reflect.ValueOf(v), nil)
	return w.sizes
}

type walk struct {
	sizes map[string]int
	seen  map[unsafe.Pointer]bool
	depth int
}

func (w *walk) add(path []string, bytes int) {
	w.sizes[strings.Join(path[:min(len(path), w.depth)], ".")] += bytes
}

// isNew reports whether memory is seen for the first time.
func (w *walk) isNew(p unsafe.Pointer) bool {
	isNew := p != nil && !w.seen[p]
	w.seen[p] = true
	return isNew
}

// value adds what v refers to; its own bytes belong to what holds it.
func (w *walk) value(v reflect.Value, path []string) {
	switch v.Kind() {
	case reflect.Pointer:
		if w.isNew(v.UnsafePointer()) {
			w.add(path, int(v.Type().Elem().Size()))
			w.value(v.Elem(), path)
		}
	case reflect.Interface:
		w.value(v.Elem(), path)
	case reflect.String:
		if p := unsafe.Pointer(unsafe.StringData(v.String())); v.Len() > 0 && w.isNew(p) {
			w.add(path, v.Len())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			w.value(v.Field(i), append(path[:len(path):len(path)], v.Type().Field(i).Name))
		}
	case reflect.Array:
		w.elements(v, path)
	case reflect.Slice:
		if w.isNew(v.UnsafePointer()) {
			w.add(path, v.Cap()*int(v.Type().Elem().Size()))
			w.elements(v, path)
		}
	case reflect.Map:
		w.entries(v, path)
	}
}

func (w *walk) elements(v reflect.Value, path []string) {
	if !refers(v.Type().Elem()) {
		return
	}
	for i := range v.Len() {
		w.value(v.Index(i), path)
	}
}

// entries adds a map, whose slots are about three quarters full, each with a byte of control.
func (w *walk) entries(v reflect.Value, path []string) {
	if !w.isNew(v.UnsafePointer()) {
		return
	}
	each := int(v.Type().Key().Size()+v.Type().Elem().Size()) + 1
	w.add(path, v.Len()*each*4/3)
	for entry := v.MapRange(); entry.Next(); {
		w.value(entry.Key(), path)
		w.value(entry.Value(), path)
	}
}

// refers reports whether values of a type refer to memory.
func refers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.String, reflect.Slice, reflect.Map:
		return true
	case reflect.Array:
		return refers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if refers(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}
