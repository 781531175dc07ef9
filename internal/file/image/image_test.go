package image

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

// town has a field of each kind that an image can hold.
type town struct {
	Name    string
	numbers []uint64
	Points  []struct{ X, Y float64 }
	Flags   []bool
	Empty   []int32
	None    []int32
	Streets []string
	Grid    *grid
	Again   *grid
	Nobody  *grid
	ByRow   map[int32]string
	Nested  [2][][]float32
	Height  float32
	text    strings.Builder
	Opens   func() `image:"-"`
}

type grid struct {
	cells []int32
	Self  *grid
}

func someTown() *town {
	g := &grid{cells: []int32{3, 1, 2}}
	g.Self = g
	t := &town{
		Name: "Dorp", numbers: []uint64{1, math.MaxUint64}, Points: []struct{ X, Y float64 }{{1, 2}, {3, math.Inf(1)}},
		Flags: []bool{true, false, true}, Empty: []int32{}, Streets: []string{"Kerkstraat", "", "Dijk"},
		Grid: g, Again: g, ByRow: map[int32]string{7: "a", 9: "b"}, Height: 1.5, Opens: func() {},
	}
	t.Nested[1] = [][]float32{{1}, nil, {2, 3}}
	t.text.WriteString("ends ")
	for range 300_000 {
		t.numbers = append(t.numbers, uint64(len(t.numbers)))
	}
	return t
}

func written(t testing.TB, key string) []byte {
	var b bytes.Buffer
	if err := Write(&b, []byte(key), someTown()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func readBytes(t testing.TB, content []byte, key string) (*town, error) {
	of := new(town)
	i, err := Open(writeTemp(t, content), []byte(key), of)
	if err == nil {
		t.Cleanup(func() { runtime.KeepAlive(i) })
	}
	return of, err
}

func TestAnImageIsReadAsItWasWritten(t *testing.T) {
	got, err := readBytes(t, written(t, "a"), "a")
	if err != nil {
		t.Fatal(err)
	}
	want := someTown()
	if got.Grid != got.Again || got.Grid.Self != got.Grid {
		t.Error("pointers to one thing lead to several")
	}
	got.text.WriteString("on") // what was read can be written to
	want.text.WriteString("on")
	if got.text.String() != want.text.String() {
		t.Errorf("the text is %q", got.text.String())
	}
	got.text, want.text, want.Opens = strings.Builder{}, strings.Builder{}, nil
	if !reflect.DeepEqual(got, want) {
		t.Error("it differs")
	}
}

func TestAnImageOfOtherFilesOrAnotherFormIsOther(t *testing.T) {
	content := written(t, "a")
	if _, err := readBytes(t, content, "b"); !errors.Is(err, ErrOther) {
		t.Errorf("another key: %v", err)
	}
	if _, err := Open(writeTemp(t, content), []byte("a"), new(struct{ Name string })); !errors.Is(err, ErrOther) {
		t.Errorf("another type: %v", err)
	}
}

func writeTemp(t testing.TB, content []byte) string {
	path := filepath.Join(t.TempDir(), "image")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAnImageThatIsCutShortOrHasAFlippedByteIsNotRead(t *testing.T) {
	content := written(t, "a")
	for _, n := range []int{0, 1, footerBytes, len(content) / 2, len(content) - 1} {
		if got, err := readBytes(t, content[:n], "a"); err == nil || got.Name != "" {
			t.Errorf("cut to %d bytes it is read: %v", n, err)
		}
	}
	places := []int{0, blockBytes - 1, blockBytes, 2*blockBytes + 77, 1_000_001}
	for i := len(content) - footerBytes - 200; i < len(content); i++ {
		places = append(places, i)
	}
	for _, at := range places {
		content[at] ^= 4
		if got, err := readBytes(t, content, "a"); err == nil || got.Name != "" {
			t.Errorf("with byte %d flipped it is read: %v", at, err)
		}
		content[at] ^= 4
	}
}

// TestAFileThatIsCutShortWhileItIsOpenFailsTheReaderAndNotTheProcess reads on in memory that has no file any more.
func TestAFileThatIsCutShortWhileItIsOpenFailsTheReaderAndNotTheProcess(t *testing.T) {
	path, of := writeTemp(t, written(t, "a")), new(town)
	i, err := Open(path, []byte("a"), of)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(i.Sound(), os.Truncate(path, 8192)); err != nil {
		t.Fatal(err)
	}
	if err := i.Sound(); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("the file was cut short: %v", err)
	}
	fault := func() (fault error) {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		defer func() { fault = FaultOf(recover()) }()
		return fmt.Errorf("read %d", of.numbers[len(of.numbers)-1])
	}()
	if fault == nil || !strings.Contains(fault.Error(), path) || i.Sound() == nil {
		t.Errorf("reading gives %v, want an error that names the file", fault)
	}
	if err := FaultOf("another panic"); err != nil {
		t.Error(err)
	}
}

// TestWhatIsReleasedIsNeverReadAgain holds that the addresses of an image lead nowhere afterwards.
func TestWhatIsReleasedIsNeverReadAgain(t *testing.T) {
	of := new(town)
	i, err := Open(writeTemp(t, written(t, "a")), []byte("a"), of)
	if err != nil {
		t.Fatal(err)
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	i.data.release()
	defer func() {
		if recover() == nil || of.Name != "Dorp" || of.Streets[0] != "Kerkstraat" {
			t.Error("numbers are read, or names are not")
		}
		runtime.KeepAlive(i)
	}()
	t.Log(of.numbers[1])
}

func TestWhatAnImageCannotHoldIsAnError(t *testing.T) {
	for _, of := range []any{&struct{ F func() }{}, &struct{ Any any }{Any: 1}, &struct{ C []chan int }{C: make([]chan int, 1)}} {
		if err := Write(new(bytes.Buffer), nil, of); err == nil {
			t.Errorf("%T was written", of)
		}
	}
}

// FuzzRead reads descriptions and data that no Write wrote, under right checksums.
func FuzzRead(f *testing.F) {
	small := &town{Name: "D", numbers: []uint64{1, 2}, Grid: &grid{cells: []int32{1}}, ByRow: map[int32]string{1: "x"}}
	var b bytes.Buffer
	if err := Write(&b, nil, small); err != nil {
		f.Fatal(err)
	}
	var end footer
	if _, err := binary.Decode(b.Bytes()[b.Len()-footerBytes:], binary.LittleEndian, &end); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes()[:end.Data+end.Text], uint16(end.Data))
	f.Add([]byte{}, uint16(0))
	f.Fuzz(func(t *testing.T, content []byte, data uint16) {
		end := footerOf(nil, reflect.TypeFor[town]())
		end.Data = min(int64(data), int64(len(content)))
		end.Text = int64(len(content)) - end.Data
		if end.blocks() > 1 {
			return
		}
		var sums []byte
		if len(content) > 0 {
			sums = binary.LittleEndian.AppendUint32(nil, crc32.Checksum(content, castagnoli))
		}
		_, _ = readBytes(t, append(append(bytes.Clone(content), sums...), end.bytes(sums)...), "")
	})
}

// BenchmarkOpen opens an image of 256 MiB.
func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "image")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	if err := errors.Join(Write(f, nil, &town{numbers: make([]uint64, 32<<20)}), f.Close()); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(256 << 20)
	for b.Loop() {
		i, err := Open(path, nil, new(town))
		if err != nil {
			b.Fatal(err)
		}
		i.data.release()
		all.Delete(i.opened)
	}
}
