// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IPaymentProcessor} from "../../../src/v1/interfaces/IPaymentProcessor.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {PaymentTest} from "./PaymentTest.sol";
import {Vm} from "../../support/Vm.sol";

/// @title Payers, relayers, thieves, the operator and the token's owner, doing anything at any time
/// @dev Foretells of each payment whether it must settle, and keeps books of what every account must hold.
contract PaymentHandler is PaymentTest {
    /// @dev What is wrong with a payment that is sent.
    enum Flaw {
        None,
        None2,
        Replay,
        OtherMerchant,
        OtherReference,
        OtherAmount,
        OtherKey,
        Expired,
        TooMuch,
        OtherAuthorization
    }

    /// @dev A payment as it is sent: the order, the intent that was signed, and whether it can settle at all.
    struct Sent {
        Order order;
        IPaymentProcessor.Sig auth;
        IPaymentProcessor.Sig intent;
        bool sound;
    }

    uint256 private constant PAYERS = 4;
    uint256 private constant SUPPLY = 1_000_000_000_000;

    mapping(address account => mapping(LocalFiatToken token => uint256)) public booked;
    mapping(bytes32 authorization => uint256) public settlements;
    uint256 public settledCount;
    uint256 public refusedCount;
    uint256 public mostSettlementsOfOne;
    address[] public accounts;

    Order[] private _sound;
    uint256 private _nonce;

    constructor() {
        setUp();
        accounts = [address(processor), treasury, payoutA, payoutB, named("other payout A"), named("other payout B")];
        for (uint256 i = 0; i < PAYERS; ++i) {
            address payer = unfundedOrder(i).from;
            accounts.push(payer);
            for (uint256 t = 0; t < 2; ++t) {
                mint(_token(t), payer, SUPPLY);
                booked[payer][_token(t)] = SUPPLY;
            }
        }
    }

    function token(uint256 index) external view returns (LocalFiatToken) {
        return _token(index);
    }

    function accountCount() external view returns (uint256) {
        return accounts.length;
    }

    function payOne(uint256 seed) external {
        Sent memory sent = _make(seed, _merchant(seed), _token(seed >> 8));
        bool expected = _settles(sent);
        vm.recordLogs();
        vm.prank(relayer);
        try processor.pay(payment(sent.order), sent.auth, sent.intent) returns (bytes32 id) {
            _check(expected && id == idOf(sent.order));
            _check(_settledEvents() == 1);
            _book(sent.order);
        } catch {
            _check(!expected);
            refusedCount += 1;
        }
    }

    function payBatch(uint256 seed) external {
        uint256 size = between(seed, 1, 6);
        uint256 groupCount = between(seed >> 16, 1, 3);
        IPaymentProcessor.Group[] memory groups = new IPaymentProcessor.Group[](groupCount);
        Sent[][] memory sent = new Sent[][](groupCount);
        for (uint256 g = 0; g < groupCount; ++g) {
            (groups[g], sent[g]) = _makeGroup(uint256(keccak256(abi.encode(seed, g))), size);
        }
        vm.prank(relayer);
        uint256[] memory okBitmaps = processor.settleBatch(groups);
        for (uint256 g = 0; g < groupCount; ++g) {
            bool groupSettles = _groupSettles(groups[g]);
            for (uint256 i = 0; i < size; ++i) {
                bool expected = groupSettles && _wasNew(sent, g, i) && sent[g][i].sound;
                _check((okBitmaps[g] >> i & 1 == 1) == expected);
                if (expected) _book(sent[g][i].order);
                else refusedCount += 1;
            }
        }
    }

    function setFee(uint256 seed, uint256 feeBps) external {
        vm.prank(operator);
        registry.setFee(_merchant(seed), uint16(between(feeBps, 0, 300)));
    }

    function setPayout(uint256 seed) external {
        bool a = seed % 2 == 0;
        address usual = a ? payoutA : payoutB;
        address other = a ? named("other payout A") : named("other payout B");
        vm.prank(named("owner"));
        registry.setPayout(a ? merchantA : merchantB, seed % 3 == 0 ? other : usual);
    }

    function suspend(uint256 seed) external {
        uint256 id = _merchant(seed);
        if (seed % 3 == 0) {
            vm.prank(operator);
            registry.suspend(id, uint48(block.timestamp + between(seed, 0, 5 minutes)));
        } else {
            vm.prank(operator);
            try registry.reactivate(id) {} catch {}
        }
    }

    function blacklistPayout(uint256 seed) external {
        (address payout,) = registry.route(_merchant(seed));
        if (payout != address(0)) setBlacklisted(payout, seed % 4 == 0);
    }

    function blacklistPayer(uint256 seed) external {
        setBlacklisted(unfundedOrder(seed % PAYERS).from, seed % 4 == 0);
    }

    function sweep(uint256 seed) external {
        LocalFiatToken swept = _token(seed);
        uint256 amount = processor.sweepFees(address(swept));
        _check(amount == booked[address(processor)][swept]);
        booked[address(processor)][swept] = 0;
        booked[treasury][swept] += amount;
    }

    function wait_(uint256 time) external {
        vm.warp(block.timestamp + between(time, 0, 2 minutes));
    }

    function _makeGroup(uint256 seed, uint256 size)
        private
        returns (IPaymentProcessor.Group memory group, Sent[] memory sent)
    {
        group = IPaymentProcessor.Group(_merchant(seed), address(_token(seed >> 8)), new IPaymentProcessor.Item[](size));
        sent = new Sent[](size);
        for (uint256 i = 0; i < size; ++i) {
            sent[i] = _make(uint256(keccak256(abi.encode(seed, i))), group.merchantId, LocalFiatToken(group.token));
            sent[i].sound = _collects(sent[i]);
            group.items[i] = itemOf(sent[i].order, sent[i].auth, sent[i].intent);
        }
    }

    function _make(uint256 seed, uint256 merchantId, LocalFiatToken paidIn) private returns (Sent memory sent) {
        Flaw flaw = Flaw(between(seed >> 32, 0, uint256(type(Flaw).max)));
        Order memory o = unfundedOrder(seed % PAYERS);
        (o.merchantId, o.token) = (merchantId, paidIn);
        o.nonce = keccak256(abi.encode(_nonce++));
        o.ref = keccak256(abi.encode("reference", o.nonce));
        o.amount = between(seed >> 64, 1, 5_000_000);
        o.validBefore = block.timestamp + 10 minutes;
        if (flaw == Flaw.TooMuch) o.amount = SUPPLY + 1;
        if (flaw == Flaw.Expired) o.validBefore = block.timestamp;
        if (flaw == Flaw.Replay && _sound.length > 0) {
            Order memory earlier = _sound[seed % _sound.length];
            (earlier.merchantId, earlier.token) = (o.merchantId, o.token);
            o = earlier;
        }
        sent.order = o;
        sent.auth = signAuth(o);
        sent.intent = _signFlawed(o, flaw);
        if (flaw == Flaw.OtherAuthorization) sent.auth = _sign(o.key, idOf(o));
        sent.sound = flaw <= Flaw.Replay;
        if (flaw <= Flaw.None2) _sound.push(o);
    }

    function _signFlawed(Order memory o, Flaw flaw) private view returns (IPaymentProcessor.Sig memory) {
        (uint256 merchantId, bytes32 ref, uint256 amount) = (o.merchantId, o.ref, o.amount);
        if (flaw == Flaw.OtherMerchant) o.merchantId = merchantId == merchantA ? merchantB : merchantA;
        if (flaw == Flaw.OtherReference) o.ref = keccak256(abi.encode(ref));
        if (flaw == Flaw.OtherAmount) o.amount = amount + 1;
        IPaymentProcessor.Sig memory sig = _sign(flaw == Flaw.OtherKey ? o.key + 1 : o.key, idOf(o));
        (o.merchantId, o.ref, o.amount) = (merchantId, ref, amount);
        return sig;
    }

    /// @dev Whether a single payment must settle now.
    function _settles(Sent memory sent) private view returns (bool) {
        (address payout,) = registry.route(sent.order.merchantId);
        return payout != address(0) && !sent.order.token.isBlacklisted(payout) && _collects(sent);
    }

    /// @dev Whether the payer's part of it would go through now.
    function _collects(Sent memory sent) private view returns (bool) {
        Order memory o = sent.order;
        return sent.sound && block.timestamp < o.validBefore && !o.token.isBlacklisted(o.from)
            && !o.token.authorizationState(o.from, o.nonce) && o.amount <= o.token.balanceOf(o.from);
    }

    function _groupSettles(IPaymentProcessor.Group memory group) private view returns (bool) {
        (address payout,) = registry.route(group.merchantId);
        return payout != address(0) && !LocalFiatToken(group.token).isBlacklisted(payout);
    }

    /// @dev Whether no earlier item of the batch settled with the same authorization.
    function _wasNew(Sent[][] memory sent, uint256 group, uint256 index) private view returns (bool) {
        return settlements[_key(sent[group][index].order)] == 0;
    }

    function _book(Order memory o) private {
        (address payout, uint256 feeBps) = registry.route(o.merchantId);
        uint256 fee = o.amount * feeBps / 10_000;
        booked[o.from][o.token] -= o.amount;
        booked[payout][o.token] += o.amount - fee;
        booked[address(processor)][o.token] += fee;
        settledCount += 1;
        uint256 times = ++settlements[_key(o)];
        if (times > mostSettlementsOfOne) mostSettlementsOfOne = times;
    }

    function _key(Order memory o) private pure returns (bytes32) {
        return keccak256(abi.encode(o.token, o.from, o.nonce));
    }

    function _settledEvents() private returns (uint256) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        return countEvents(logs, IPaymentProcessor.PaymentSettled.selector);
    }

    function _merchant(uint256 seed) private view returns (uint256) {
        return seed % 2 == 0 ? merchantA : merchantB;
    }

    function _token(uint256 seed) private view returns (LocalFiatToken) {
        return seed % 3 == 0 ? eurc : usdc;
    }

    function _check(bool condition) private pure {
        vm.assertTrue(condition, "a payment did what it must not");
    }
}
