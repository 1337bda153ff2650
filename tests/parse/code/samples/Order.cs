using System;

namespace Shop.Orders
{
    /// <summary>An order.</summary>
    [Serializable]
    public class Order : Entity
    {
        public const int MaxLines = 40;
        private static readonly decimal Vat = 0.2m;

        public string Number { get; set; }

        public decimal Total => Net * (1 + Vat);

        public Order(string number)
        {
            Number = number;
        }

        public bool Late(DateTime today)
        {
            bool Over(int days) => days > 14;
            return Over((today - Placed).Days);
        }

        public int this[int i]
        {
            get { return i; }
        }
    }

    public record Line(string Name, int Count);

    public interface IStore
    {
        void Save(Order order);
    }

    public enum State { Open, Paid }
}
