package gbm

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"reflect"
	"slices"
	"testing"
)

func encoded(t testing.TB, m *Model) []byte {
	t.Helper()
	b, err := m.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// mixed returns a small model with everything in it: missing values, categories, a
// split between missing and known.
func mixed(t testing.TB) (*Model, Data) {
	d := invented(400, 4, 9)
	d.Table.Columns[1].Categorical = true
	for i, v := range d.Table.Columns[1].Values {
		d.Table.Columns[1].Values[i] = math.Abs(v)
		d.Target[i] += 2 * math.Mod(math.Abs(v), 2)
		if i%9 == 0 {
			d.Table.Columns[3].Values[i] = nan
			d.Target[i] += 3
		}
	}
	m := train(t, d, Params{Trees: 6, Leaves: 9, MinLeaf: 3})
	apart := func(n node) bool { return n.kind == numericNode && math.IsInf(n.value, -1) }
	categorical := func(n node) bool { return n.kind == categoricalNode }
	if !slices.ContainsFunc(m.nodes, categorical) || !slices.ContainsFunc(m.nodes, apart) {
		t.Fatal("the model does not have everything in it")
	}
	return m, d
}

func TestModelComesBackAsItWas(t *testing.T) {
	m, _ := mixed(t)
	bytesOf := encoded(t, m)
	got, err := Read(bytes.NewReader(bytesOf))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, m) {
		t.Errorf("Read = %+v, want %+v", got, m)
	}
	if !bytes.Equal(encoded(t, got), bytesOf) {
		t.Error("written again it has other bytes")
	}
}

func TestEveryDamagedByteIsNoticed(t *testing.T) {
	m, _ := mixed(t)
	good := encoded(t, m)
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0x10
		if _, err := Read(bytes.NewReader(bad)); err == nil {
			t.Fatalf("byte %d changed and the model was read", i)
		}
		if _, err := Read(bytes.NewReader(good[:i])); err == nil {
			t.Fatalf("the first %d bytes of %d were read as a model", i, len(good))
		}
	}
}

// FuzzRead feeds the decoder bytes whose checksum is right, so that it can't hide
// behind it: whatever is read must predict and explain without a panic or NaN.
func FuzzRead(f *testing.F) {
	m, _ := mixed(f)
	good := encoded(f, m)
	f.Add(good)
	f.Add(encoded(f, train(f, one([]float64{1, 2}, []float64{1, 2}), Params{Trees: 1, MinLeaf: 1})))
	for i := 11; i < len(good); i += 7 {
		bad := bytes.Clone(good)
		bad[i] ^= byte(1 + i)
		f.Add(bad)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) >= checksumBytes {
			body := data[:len(data)-checksumBytes]
			data = binary.LittleEndian.AppendUint32(bytes.Clone(body), crc32.ChecksumIEEE(body))
		}
		m, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		row, phi := make([]float64, len(m.columns)), make([]float64, len(m.columns))
		for i := range row {
			row[i] = []float64{0, nan, 1, -3.5, 1e300}[i%5]
		}
		if got := m.Predict(row); math.IsNaN(got) {
			t.Errorf("prediction %v", got)
		}
		if err := m.Contrast(row, make([]float64, len(row)), make([]int, len(row)), phi); err != nil {
			t.Error(err)
		}
		if !bytes.Equal(encoded(t, m), data) {
			t.Error("written again it has other bytes")
		}
	})
}
