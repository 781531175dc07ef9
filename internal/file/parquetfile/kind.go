package parquetfile

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/gevel/gevel"
)

// write appends the text of a value.
type write func([]byte, value) []byte

// writerOf returns what writes the values of a type, nil for a type that is passed over.
func writerOf(t parquet.Type) write {
	if length := t.Length(); t.Kind() == parquet.FixedLenByteArray && (length < 1 || length > mostText) {
		return nil
	}
	if logical := t.LogicalType(); logical != nil {
		switch of := logical.Value.(type) {
		case *format.DateType:
			return func(b []byte, v value) []byte {
				return append(b, (gevel.NewDate(1970, time.January, 1) + gevel.Date(int32(v.n))).String()...)
			}
		case *format.TimestampType:
			return timeWriter(t, of.Unit, timeLayout)
		case *format.TimeType:
			return timeWriter(t, of.Unit, clockLayout)
		case *format.DecimalType:
			return decimalWriter(t.Kind(), int(of.Scale))
		case *format.UUIDType:
			return func(b []byte, v value) []byte {
				id, _ := uuid.FromBytes(v.b)
				return append(b, id.String()...)
			}
		case *format.Float16Type:
			if widthOf(t) != 2 {
				return nil
			}
			return func(b []byte, v value) []byte { return appendNumber(b, half(binary.LittleEndian.Uint16(v.b)), 32) }
		case *format.IntType:
			if !of.IsSigned {
				return func(b []byte, v value) []byte { return strconv.AppendUint(b, v.n, 10) }
			}
		}
	}
	switch t.Kind() {
	case parquet.Boolean:
		return func(b []byte, v value) []byte { return strconv.AppendBool(b, v.n != 0) }
	case parquet.Int32, parquet.Int64:
		return func(b []byte, v value) []byte { return strconv.AppendInt(b, v.signed(t.Kind()), 10) }
	case parquet.Int96:
		return func(b []byte, v value) []byte { return timeOf96(v.b).AppendFormat(b, timeLayout) }
	case parquet.Float:
		return func(b []byte, v value) []byte { return appendNumber(b, float64(math.Float32frombits(uint32(v.n))), 32) }
	case parquet.Double:
		return func(b []byte, v value) []byte { return appendNumber(b, math.Float64frombits(v.n), 64) }
	}
	return func(b []byte, v value) []byte { return append(b, v.b...) }
}

// isTexts reports whether values of a type are texts, which may be numbers and days in any spelling.
func isTexts(t parquet.Type) bool {
	if logical := t.LogicalType(); logical != nil {
		switch logical.Value.(type) {
		case *format.DecimalType, *format.Float16Type:
			return false
		}
	}
	return t.Kind() == parquet.ByteArray || t.Kind() == parquet.FixedLenByteArray
}

// widthOf is how many bytes a value of a type takes, 0 where they differ.
func widthOf(t parquet.Type) int {
	switch t.Kind() {
	case parquet.Int32, parquet.Float:
		return 4
	case parquet.Int64, parquet.Double:
		return 8
	case parquet.Int96:
		return 12
	case parquet.FixedLenByteArray:
		return t.Length()
	}
	return 0
}

// raw returns a value as it is stored.
func (v value) raw(t parquet.Type) parquet.Value {
	switch t.Kind() {
	case parquet.Boolean:
		return parquet.BooleanValue(v.n != 0)
	case parquet.Int32:
		return parquet.Int32Value(int32(v.n))
	case parquet.Int64:
		return parquet.Int64Value(int64(v.n))
	case parquet.Int96:
		return parquet.Int96Value(deprecated.Int96{
			binary.LittleEndian.Uint32(v.b), binary.LittleEndian.Uint32(v.b[4:]), binary.LittleEndian.Uint32(v.b[8:]),
		})
	case parquet.Float:
		return parquet.FloatValue(math.Float32frombits(uint32(v.n)))
	case parquet.Double:
		return parquet.DoubleValue(math.Float64frombits(v.n))
	case parquet.FixedLenByteArray:
		return parquet.FixedLenByteArrayValue(append([]byte{}, v.b...))
	}
	return parquet.ByteArrayValue(append([]byte{}, v.b...))
}

func (v value) signed(k parquet.Kind) int64 {
	if k == parquet.Int32 {
		return int64(int32(v.n))
	}
	return int64(v.n)
}

const (
	clockLayout = "15:04:05.999999999"
	timeLayout  = "2006-01-02 " + clockLayout
)

func timeWriter(t parquet.Type, unit format.TimeUnit, layout string) write {
	if unit.Value == nil || t.Kind() != parquet.Int32 && t.Kind() != parquet.Int64 {
		return nil
	}
	per := int64(time.Second / unit.Value.Duration())
	return func(b []byte, v value) []byte {
		n := v.signed(t.Kind())
		return time.Unix(n/per, n%per*int64(time.Second)/per).UTC().AppendFormat(b, layout)
	}
}

// timeOf96 reads the old form of times: nanoseconds of the day, and its Julian number.
func timeOf96(b []byte) time.Time {
	const epoch, day = 2_440_588, 24 * 60 * 60
	days := int64(binary.LittleEndian.Uint32(b[8:]))
	return time.Unix((days-epoch)*day, int64(binary.LittleEndian.Uint64(b))).UTC()
}

// half returns a number of 16 bits.
func half(bits uint16) float64 {
	exponent, fraction := int(bits>>10&0x1f), float64(bits&0x3ff)
	v := math.Ldexp(1024+fraction, exponent-25)
	switch {
	case exponent == 0:
		v = math.Ldexp(fraction, -24)
	case exponent == 0x1f && fraction > 0:
		return math.NaN()
	case exponent == 0x1f:
		v = math.Inf(1)
	}
	if bits>>15 > 0 {
		return -v
	}
	return v
}

// appendNumber writes a number without an exponent; one that is none is unknown.
func appendNumber(b []byte, v float64, bits int) []byte {
	if v != v {
		return b
	}
	return strconv.AppendFloat(b, v, 'f', -1, bits)
}

// decimalWriter writes numbers that are stored as whole ones, with so many decimals.
func decimalWriter(kind parquet.Kind, scale int) write {
	const mostScale = 76 // of the widest decimals that databases have
	if scale < 0 || scale > mostScale {
		return nil
	}
	return func(b []byte, v value) []byte {
		var whole big.Int
		if kind == parquet.Int32 || kind == parquet.Int64 {
			whole.SetInt64(v.signed(kind))
		} else if whole.SetBytes(v.b); len(v.b) > 0 && v.b[0]&0x80 != 0 { // two's complement
			whole.Sub(&whole, new(big.Int).Lsh(big.NewInt(1), uint(8*len(v.b))))
		}
		if whole.Sign() < 0 {
			b = append(b, '-')
		}
		digits := whole.Abs(&whole).String()
		if lacking := scale + 1 - len(digits); lacking > 0 {
			digits = strings.Repeat("0", lacking) + digits
		}
		if b = append(b, digits[:len(digits)-scale]...); scale == 0 {
			return b
		}
		return append(append(b, '.'), digits[len(digits)-scale:]...)
	}
}
