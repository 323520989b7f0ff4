// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRoutes} from "../../../src/core/interfaces/IRoutes.sol";
import {IFeeAccruals} from "../../../src/core/interfaces/IFeeAccruals.sol";
import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {Vm} from "../../support/Vm.sol";
import {PaymentWorld} from "./PaymentWorld.sol";

/// @title Payers, relayers and thieves, paying in every way at any time
/// @dev Foretells of each payment whether it must settle. A payment that does otherwise fails the run, and so does a
/// refusal that was not foretold. What settled is booked from the events alone, as an indexer does it.
contract PaymentHandler is PaymentWorld {
    /// @dev What is wrong with a payment that is sent. The first three are sound.
    enum Flaw {
        None,
        None2,
        Replay,
        OtherMerchant,
        OtherRegistry,
        OtherReference,
        OtherAmount,
        OtherSaltOrNonce,
        OtherToken,
        OtherKey,
        OtherKind,
        Expired,
        TooMuch,
        Nothing
    }

    /// @dev A payment as it is sent. `once` has one signature, which is `auth`.
    struct Sent {
        Order order;
        bool once;
        bool sound;
        IPaymentProcessor.Sig auth;
        IPaymentProcessor.Sig intent;
    }

    mapping(bytes32 authorization => uint256) public settlementsOfAuthorization;
    mapping(bytes32 id => uint256) public settlementsOfId;
    /// @dev What the registry has earned and not swept, by the events.
    mapping(LocalFiatToken token => uint256) public accruedFees;
    uint256 public mostSettlements;
    uint256 public settledCount;
    uint256 public refusedCount;
    uint256 public cancelledCount;
    uint256 public stolenCount;

    mapping(bytes32 authorization => uint256 batch) private _usedInBatch;
    mapping(bytes32 id => bytes32 authorization) private _authorizationOf;
    uint256 private _batch;
    Order[] private _signed;
    uint256 private _counter;
    address private immutable wallet = named("smart wallet");

    function accruedOf(LocalFiatToken token) external view returns (uint256) {
        return processor.accrued(address(registry), address(token));
    }

    function processorAddress() external view returns (address) {
        return address(processor);
    }

    function payTermsOnce(uint256 seed) external {
        Sent memory sent = _make(seed, true, _merchant(seed), _token(seed >> 8));
        _sendOne(sent, seed, abi.encodeCall(IPaymentProcessor.payTerms, (terms(sent.order), sent.auth)));
    }

    function payTermsWithBytes(uint256 seed) external {
        Sent memory sent = _make(seed, true, _merchant(seed), _token(seed >> 8));
        bytes memory auth = bytesOf(sent.auth);
        _sendOne(sent, seed, abi.encodeCall(IPaymentProcessor.payTermsSigned, (terms(sent.order), auth)));
    }

    function payTwice(uint256 seed) external {
        Sent memory sent = _make(seed, false, _merchant(seed), _token(seed >> 8));
        // A wallet's own key is not its address: only its code can speak for it.
        if (sent.order.from == wallet) sent.sound = false;
        _sendOne(sent, seed, abi.encodeCall(IPaymentProcessor.pay, (payment(sent.order), sent.auth, sent.intent)));
    }

    function payTwiceWithBytes(uint256 seed) external {
        Sent memory sent = _make(seed, false, _merchant(seed), _token(seed >> 8));
        (bytes memory auth, bytes memory intent) = (bytesOf(sent.auth), bytesOf(sent.intent));
        _sendOne(sent, seed, abi.encodeCall(IPaymentProcessor.paySigned, (payment(sent.order), auth, intent)));
    }

    function payTermsBatch(uint256 seed) external {
        uint256 groupCount = between(seed >> 16, 1, 2);
        IPaymentProcessor.TermsGroup[] memory groups = new IPaymentProcessor.TermsGroup[](groupCount);
        Sent[][] memory sent = new Sent[][](groupCount);
        for (uint256 g = 0; g < groupCount; ++g) {
            sent[g] = _makeGroup(uint256(keccak256(abi.encode(seed, g))), true);
            bytes memory items;
            for (uint256 i = 0; i < sent[g].length; ++i) {
                items = bytes.concat(items, packedWith(sent[g][i].order, sent[g][i].auth));
            }
            Order memory first = sent[g][0].order;
            groups[g] = IPaymentProcessor.TermsGroup(first.merchantId, address(first.token), items);
        }
        _sendBatch(sent, seed, abi.encodeCall(IPaymentProcessor.settleTermsBatch, (address(registry), groups)));
    }

    function payTwiceBatch(uint256 seed) external {
        uint256 groupCount = between(seed >> 16, 1, 2);
        IPaymentProcessor.Group[] memory groups = new IPaymentProcessor.Group[](groupCount);
        Sent[][] memory sent = new Sent[][](groupCount);
        for (uint256 g = 0; g < groupCount; ++g) {
            sent[g] = _makeGroup(uint256(keccak256(abi.encode(seed, g))), false);
            Order memory first = sent[g][0].order;
            IPaymentProcessor.Item[] memory items = new IPaymentProcessor.Item[](sent[g].length);
            for (uint256 i = 0; i < items.length; ++i) {
                Sent memory one = sent[g][i];
                if (one.order.from == wallet) one.sound = false;
                items[i] = itemOf(one.order, one.auth, one.intent);
            }
            groups[g] = IPaymentProcessor.Group(first.merchantId, address(first.token), items);
        }
        _sendBatch(sent, seed, abi.encodeCall(IPaymentProcessor.settleBatch, (address(registry), groups)));
    }

    /// @dev A payer cancels an authorization of either kind that may or may not have been used.
    function cancel(uint256 seed) external {
        if (_signed.length == 0) return;
        Order memory o = _signed[seed % _signed.length];
        bytes32 nonce = seed >> 128 & 1 == 0 ? termsIdOf(o) : o.nonce;
        bool expected = !o.token.paused() && !o.token.authorizationState(o.from, nonce);
        bytes32 structHash = keccak256(abi.encode(o.token.CANCEL_AUTHORIZATION_TYPEHASH(), o.from, nonce));
        bytes memory signature = bytesOf(_sign(o.key, typedDigest(o.token.DOMAIN_SEPARATOR(), structHash)));
        try o.token.cancelAuthorization(o.from, nonce, signature) {
            _check(expected, "a cancellation that was not foretold");
            cancelledCount += 1;
        } catch {
            _check(!expected, "a refused cancellation that was not foretold");
        }
    }

    /// @dev Anyone sweeps: what has accrued leaves, to the treasury alone.
    function sweep(uint256 seed) external {
        LocalFiatToken swept = _token(seed);
        uint256 fees = accruedFees[swept];
        bool moves = !swept.paused() && !swept.isBlacklisted(address(processor)) && !swept.isBlacklisted(treasury);
        vm.recordLogs();
        vm.prank(seed % 4 != 0 ? treasury : thief);
        try processor.sweepFees(address(registry), address(swept)) returns (uint256 sent) {
            _check(fees < 2 || moves, "a sweep that was not foretold");
            _check(sent == (fees < 2 ? 0 : fees - 1), "what was swept");
            _bookEvents();
        } catch {
            _check(fees > 1 && !moves, "a refused sweep that was not foretold");
        }
    }

    function _sendOne(Sent memory sent, uint256 seed, bytes memory data) private {
        bool expected = _payoutTakes(sent.order) && _collects(sent);
        bytes32 id = sent.once ? termsIdOf(sent.order) : idOf(sent.order);
        _authorizationOf[id] = _authorization(sent);
        vm.recordLogs();
        vm.prank(seed >> 200 & 1 == 0 ? relayer : thief);
        (bool success, bytes memory result) = address(processor).call(data);
        _check(success == expected, "a payment did what was not foretold");
        if (!success) {
            refusedCount += 1;
            return;
        }
        _check(abi.decode(result, (bytes32)) == id, "id");
        (uint256 settled, uint256 failed,) = _bookEvents();
        _check(settled == 1 && failed == 0 && settlementsOfId[id] == 1, "events of a payment");
    }

    function _sendBatch(Sent[][] memory sent, uint256 seed, bytes memory data) private {
        (uint256[] memory bitmaps, uint256 settle, uint256 fail, uint256 groupFail) = _foretell(sent);
        vm.recordLogs();
        vm.prank(seed >> 200 & 1 == 0 ? relayer : thief);
        (bool success, bytes memory result) = address(processor).call(data);
        _check(success, "a batch goes through");
        _check(keccak256(result) == keccak256(abi.encode(bitmaps)), "bitmaps");
        (uint256 settled, uint256 failed, uint256 groupsFailed) = _bookEvents();
        _check(settled == settle && failed == fail && groupsFailed == groupFail, "events of a batch");
        refusedCount += fail;
    }

    /// @dev What a batch must do: its bitmaps, and how many events of each kind.
    function _foretell(Sent[][] memory sent)
        private
        returns (uint256[] memory bitmaps, uint256 settle, uint256 fail, uint256 groupFail)
    {
        _batch += 1;
        bitmaps = new uint256[](sent.length);
        for (uint256 g = 0; g < sent.length; ++g) {
            (uint256 bitmap, uint256 count) = _foretellItems(sent[g]);
            bool paysOut = count == 0 || !_blocked(sent[g][0].order);
            if (!_payable(sent[g][0].order) || !paysOut) {
                groupFail += 1;
                continue;
            }
            for (uint256 i = 0; i < sent[g].length; ++i) {
                if (bitmap >> i & 1 == 1) _usedInBatch[_authorization(sent[g][i])] = _batch;
            }
            (bitmaps[g], settle, fail) = (bitmap, settle + count, fail + sent[g].length - count);
        }
    }

    /// @dev Which items the token would take, were the group paid out.
    function _foretellItems(Sent[] memory items) private returns (uint256 bitmap, uint256 count) {
        bytes32[] memory taken = new bytes32[](items.length);
        for (uint256 i = 0; i < items.length; ++i) {
            bytes32 authorization = _authorization(items[i]);
            _authorizationOf[items[i].once ? termsIdOf(items[i].order) : idOf(items[i].order)] = authorization;
            if (!_collects(items[i]) || _usedInBatch[authorization] == _batch) continue;
            bool again;
            for (uint256 j = 0; j < count; ++j) {
                if (taken[j] == authorization) again = true;
            }
            if (again) continue;
            taken[count++] = authorization;
            bitmap |= uint256(1) << i;
        }
    }

    /// @dev Books what the events say that moved, in their order.
    function _bookEvents() private returns (uint256 settled, uint256 failed, uint256 groupsFailed) {
        Vm.Log[] memory logs = _keptLogs();
        Vm.Log memory route;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != address(processor)) continue;
            bytes32 topic = logs[i].topics[0];
            if (topic == IPaymentProcessor.PaymentsRouted.selector) route = logs[i];
            if (topic == IPaymentProcessor.PaymentFailed.selector) failed += 1;
            if (topic == IPaymentProcessor.GroupFailed.selector) groupsFailed += 1;
            if (topic == IFeeAccruals.FeesSwept.selector) {
                LocalFiatToken moved = LocalFiatToken(_address(logs[i].topics[2]));
                uint256 amount = abi.decode(logs[i].data, (uint256));
                booked[address(processor)][moved] -= amount;
                booked[_address(logs[i].topics[3])][moved] += amount;
                accruedFees[moved] -= amount;
            }
            if (topic == IPaymentProcessor.PaymentSettled.selector) {
                _bookPayment(route, logs[i]);
                settled += 1;
            }
        }
    }

    /// @dev What was logged, without what a group logged before it was taken back: forge records that as well.
    function _keptLogs() private returns (Vm.Log[] memory logs) {
        logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != address(processor)) continue;
            if (logs[i].topics[0] != IPaymentProcessor.GroupFailed.selector) continue;
            (,, bytes memory reason) = abi.decode(logs[i].data, (uint256, uint256, bytes));
            if (bytes4(reason) == IRoutes.MerchantNotPayable.selector) continue;
            bool isOpening;
            for (uint256 j = i; !isOpening;) {
                bool isOurs = logs[--j].emitter == address(processor);
                isOpening = isOurs && logs[j].topics[0] == IPaymentProcessor.PaymentsRouted.selector;
                logs[j].emitter = address(0);
            }
        }
    }

    function _bookPayment(Vm.Log memory route, Vm.Log memory settled) private {
        _check(route.topics.length == 4 && route.topics[1] == settled.topics[1], "a route before its payments");
        LocalFiatToken paid = LocalFiatToken(_address(route.topics[3]));
        (address payer, uint256 amount) = abi.decode(settled.data, (address, uint256));
        (address payout, uint256 feeBps) = abi.decode(route.data, (address, uint256));
        uint256 fee = amount * feeBps / 10_000;
        booked[payer][paid] -= amount;
        booked[payout][paid] += amount - fee;
        booked[address(processor)][paid] += fee;
        accruedFees[paid] += fee;
        settledCount += 1;
        bytes32 id = settled.topics[2];
        _check(_authorizationOf[id] != bytes32(0), "an id that was sent");
        uint256 ofAuthorization = ++settlementsOfAuthorization[_authorizationOf[id]];
        uint256 ofId = ++settlementsOfId[id];
        if (ofId > mostSettlements) mostSettlements = ofId;
        if (ofAuthorization > mostSettlements) mostSettlements = ofAuthorization;
    }

    function _makeGroup(uint256 seed, bool once) private returns (Sent[] memory sent) {
        sent = new Sent[](between(seed >> 24, 1, 3));
        (uint256 merchantId, LocalFiatToken paidIn) = (_merchant(seed), _token(seed >> 8));
        for (uint256 i = 0; i < sent.length; ++i) {
            sent[i] = _make(uint256(keccak256(abi.encode(seed, i))), once, merchantId, paidIn);
        }
    }

    function _make(uint256 seed, bool once, uint256 merchantId, LocalFiatToken paidIn)
        private
        returns (Sent memory sent)
    {
        Flaw flaw = Flaw(between(seed >> 32, 0, uint256(type(Flaw).max)));
        Order memory o = payerOf(seed >> 40);
        (o.merchantId, o.token) = (merchantId, paidIn);
        o.salt = uint96(++_counter);
        // Nonces and salts are the same numbers: the two kinds must stay apart all the same.
        o.nonce = bytes32(_counter);
        o.ref = keccak256(abi.encode("reference", _counter % 5));
        o.amount = between(seed >> 64, 1, 5_000_000);
        o.validBefore = block.timestamp + 10 minutes;
        if (flaw == Flaw.TooMuch) o.amount = 100 * SUPPLY;
        if (flaw == Flaw.Nothing) o.amount = 0;
        if (flaw == Flaw.Expired) o.validBefore = block.timestamp;
        if (flaw == Flaw.Replay && _signed.length > 0) {
            o = _signed[seed % _signed.length];
            (o.merchantId, o.token) = (merchantId, paidIn);
        }
        (sent.order, sent.once, sent.sound) = (o, once, flaw <= Flaw.Replay);
        (sent.auth, sent.intent) = _signFlawed(o, once, flaw);
        if (flaw <= Flaw.None2) _signed.push(o);
        if (!sent.sound) stolenCount += 1;
    }

    /// @dev Signs something else than what is sent, as the flaw says: what a thief has who saw another payment.
    function _signFlawed(Order memory o, bool once, Flaw flaw)
        private
        view
        returns (IPaymentProcessor.Sig memory auth, IPaymentProcessor.Sig memory intent)
    {
        if (flaw <= Flaw.Replay) {
            if (once) return (signTerms(o), intent);
            return (signAuth(o), signIntent(o));
        }
        Order memory other = abi.decode(abi.encode(o), (Order));
        if (flaw == Flaw.OtherMerchant) other.merchantId += 1;
        if (flaw == Flaw.OtherRegistry) other.registry = thief;
        if (flaw == Flaw.OtherReference) other.ref = keccak256(abi.encode(o.ref));
        if (flaw == Flaw.OtherAmount) other.amount += 1;
        if (flaw == Flaw.OtherSaltOrNonce) (other.salt, other.nonce) = (o.salt + 1, keccak256(abi.encode(o.nonce)));
        if (flaw == Flaw.OtherToken) other.token = address(o.token) == address(usdc) ? eurc : usdc;
        if (flaw == Flaw.OtherKey) other.key += 1;
        if (flaw == Flaw.OtherKind) once = !once;
        auth = once ? signTerms(other) : signAuth(other);
        if (!once || flaw == Flaw.OtherKind) intent = flaw == Flaw.OtherKind ? signTerms(other) : signIntent(other);
    }

    /// @dev Whether the payer's part of it would go through now.
    function _collects(Sent memory sent) private view returns (bool) {
        Order memory o = sent.order;
        bytes32 nonce = sent.once ? termsIdOf(o) : o.nonce;
        return sent.sound && !o.token.paused() && block.timestamp < o.validBefore && !o.token.isBlacklisted(o.from)
            && !o.token.isBlacklisted(address(processor)) && !o.token.authorizationState(o.from, nonce)
            && o.amount <= o.token.balanceOf(o.from);
    }

    function _payable(Order memory o) private view returns (bool) {
        (address payout,,) = registry.route(o.merchantId, address(o.token));
        return payout != address(0) && payout != address(processor);
    }

    /// @dev Whether the merchant's payout cannot receive.
    function _blocked(Order memory o) private view returns (bool) {
        (address payout,,) = registry.route(o.merchantId, address(o.token));
        return o.token.isBlacklisted(payout);
    }

    function _payoutTakes(Order memory o) private view returns (bool) {
        return _payable(o) && !_blocked(o);
    }

    function _authorization(Sent memory sent) private view returns (bytes32) {
        Order memory o = sent.order;
        return keccak256(abi.encode(o.token, o.from, sent.once ? termsIdOf(o) : o.nonce));
    }

    function _address(bytes32 topic) private pure returns (address) {
        return address(uint160(uint256(topic)));
    }

    function _check(bool condition, string memory rule) private pure {
        vm.assertTrue(condition, rule);
    }
}
