// Package image keeps a value in a file as it lies in memory, so that opening it again takes no work but a check of its
// bytes: columns of numbers are used where they lie in the file, which is mapped. An image is derived from other files
// and belongs to the program that wrote it; one that can't be opened is made anew.
package image

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"reflect"
	"runtime"
	"strings"
	"unsafe"
)

// An image is blocks of data and then of description, the checksum of each block, and a footer. Data are the slices
// whose elements hold no pointer, one behind the other. The description has all else, in the order in which a walk
// over the value meets it. Strings lie there, so that they outlive the mapping.

// ErrOther is the error of a file that is no image of what is asked for: of other files, of another program, or cut
// short.
var ErrOther = errors.New("it is no image of this")

const (
	// version is raised when the form of images or the meaning of what is kept changes and no type does.
	version = 1
	// blockBytes is how much one checksum covers.
	blockBytes = 1 << 20
	// align is where slices begin: no number needs more.
	align = 8
	// skipped is the tag of fields that an image leaves out.
	skipped = "-"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// footer ends an image.
type footer struct {
	Magic  [8]byte
	Layout [sha256.Size]byte // of the type, on this kind of machine
	Key    [sha256.Size]byte // of what the image is derived from
	Data   int64             // bytes
	Text   int64             // bytes of the description
	Sums   uint32            // checksum of the checksums and of this footer before it
}

var magic = [8]byte{'g', 'e', 'v', 'e', 'l', 'i', 'm', 'g'}

var footerBytes = binary.Size(footer{})

// bytes returns the footer as it is written, with its checksum.
func (f footer) bytes(sums []byte) []byte {
	var b bytes.Buffer
	_ = binary.Write(&b, binary.LittleEndian, f) // a Buffer takes all
	own := b.Bytes()
	head := own[:len(own)-4]
	binary.LittleEndian.PutUint32(own[len(head):], crc32.Update(crc32.Checksum(sums, castagnoli), castagnoli, head))
	return own
}

// blocks returns how many blocks the content has.
func (f footer) blocks() int64 { return (f.Data + f.Text + blockBytes - 1) / blockBytes }

// footerOf returns the footer of an image of a value, without its sizes.
func footerOf(key []byte, of reflect.Type) footer {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s %s\n", version, runtime.GOARCH, runtime.Version())
	writeLayout(&b, of, map[reflect.Type]bool{})
	return footer{Magic: magic, Layout: sha256.Sum256([]byte(b.String())), Key: sha256.Sum256(key)}
}

// writeLayout writes how a type lies in memory.
func writeLayout(b *strings.Builder, t reflect.Type, seen map[reflect.Type]bool) {
	fmt.Fprintf(b, "%s %s %d\n", t, t.Kind(), t.Size())
	if seen[t] {
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		writeLayout(b, t.Elem(), seen)
	case reflect.Map:
		writeLayout(b, t.Key(), seen)
		writeLayout(b, t.Elem(), seen)
	case reflect.Struct:
		for field := range kept(t) {
			fmt.Fprintf(b, "%s %d\n", field.Name, field.Offset)
			writeLayout(b, field.Type, seen)
		}
	}
}

// kept yields the fields of a struct that an image has, with their numbers in the struct.
func kept(t reflect.Type) func(yield func(reflect.StructField, int) bool) {
	return func(yield func(reflect.StructField, int) bool) {
		for i := range t.NumField() {
			if field := t.Field(i); field.Tag.Get("image") != skipped && !yield(field, i) {
				return
			}
		}
	}
}

// isFlat reports whether values of a type hold no pointer, so that they are their bytes.
func isFlat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return isFlat(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !isFlat(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return reflect.Bool <= t.Kind() && t.Kind() <= reflect.Complex128
}

// builder is a text that is written to; builderBytes is the number of the field that has it. The other, a pointer to
// itself, is set again when more is written.
var builder, builderBytes = reflect.TypeFor[strings.Builder](), 1

// field returns a field that may be set, also one that is not exported.
func field(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem()
}

// raw returns the bytes of n values of a type in a row.
func raw(at unsafe.Pointer, t reflect.Type, n int) []byte {
	return unsafe.Slice((*byte)(at), int(t.Size())*n) //nolint:gosec // n values that are there
}
