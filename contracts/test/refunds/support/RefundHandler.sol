// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {IRefundManager} from "../../../src/refunds/interfaces/IRefundManager.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {LocalSmartWallet} from "../../../src/local/LocalSmartWallet.sol";
import {Vm} from "../../support/Vm.sol";
import {RefundTest} from "./RefundTest.sol";

/// @title Payers, merchants and thieves, paying and refunding in every way at any time
/// @dev Foretells of each refund whether it must go through. One that does otherwise fails the run. What moved is booked
/// from the events alone.
contract RefundHandler is RefundTest {
    /// @dev What is wrong with a proof. Most are sound, so that most refusals have another cause.
    enum Flaw {
        None,
        OtherMerchant,
        OtherAmount,
        OtherReference,
        OtherKind,
        OtherToken,
        OtherPayer,
        OtherKey
    }

    /// @dev A payment that was signed, with one signature or two, and perhaps settled.
    struct Signed {
        Order order;
        bool once;
        bytes32 id;
    }

    /// @dev A refund as it is sent.
    struct Sent {
        IRefundManager.PaymentProof proof;
        bytes32 id;
        address payer;
        LocalFiatToken token;
        uint256 merchantId;
        uint256 key;
        address from;
        uint256 amount;
        bytes32 refundRef;
        bool sound;
    }

    uint256 internal constant PAYERS = 4;
    uint256 internal constant SUPPLY = 1_000_000_000_000;

    mapping(address account => mapping(LocalFiatToken token => uint256)) public booked;
    mapping(bytes32 id => uint256) public returned;
    mapping(bytes32 id => uint256) public signedAmount;
    mapping(uint256 merchantId => mapping(bytes32 refundRef => uint256)) public uses;
    address[] public accounts;
    bytes32[] public ids;
    uint256 public mostUses;
    uint256 public refundedCount;
    uint256 public authorizedCount;
    uint256 public refusedCount;
    uint256 public unsettledCount;

    Signed[] private _signed;
    uint256[3] private _merchants;
    uint256[] private _keys;
    address[] private _blocked;
    uint256 private _counter;
    mapping(LocalFiatToken token => bytes32) private _separators;

    constructor() {
        setUp();
        _merchants = [merchantA, merchantB, register(named("payout of merchant C"))];
        _keys.push(OWNER_KEY);
        _keys.push(PAYOUT_A_KEY);
        _keys.push(uint256(keccak256("payout of merchant B")));
        _keys.push(uint256(keccak256("payout of merchant C")));
        _keys.push(uint256(keccak256("thief")));
        accounts = [address(refunds), address(processor), treasury, relayer];
        (_separators[usdc], _separators[eurc]) = (usdc.DOMAIN_SEPARATOR(), eurc.DOMAIN_SEPARATOR());
        for (uint256 i = 0; i < PAYERS; ++i) {
            if (i == 3) vm.etch(_payer(i), address(new LocalSmartWallet(vm.addr(_payerKey(i)))).code);
            accounts.push(_payer(i));
        }
        for (uint256 i = 0; i < _keys.length; ++i) {
            accounts.push(vm.addr(_keys[i]));
        }
        for (uint256 i = 4; i < accounts.length; ++i) {
            _mint(usdc, accounts[i], SUPPLY);
            _mint(eurc, accounts[i], SUPPLY);
            vm.prank(accounts[i]);
            usdc.approve(address(refunds), SUPPLY);
            vm.prank(accounts[i]);
            eurc.approve(address(refunds), SUPPLY);
        }
    }

    function accountCount() external view returns (uint256) {
        return accounts.length;
    }

    function idCount() external view returns (uint256) {
        return ids.length;
    }

    function tokenAt(uint256 index) external view returns (LocalFiatToken) {
        return _token(index);
    }

    /// @dev Signs a payment, and mostly settles it. What the processor does is not what is tried here.
    function sign(uint256 seed) external {
        Signed memory signed;
        Order memory o = signed.order;
        (o.key, o.from, o.registry) = (_payerKey(seed), _payer(seed), address(registry));
        (o.merchantId, o.token) = (_merchants[(seed >> 8) % 3], _token(seed >> 16));
        o.amount = between(seed >> 24, 1, 1_000_000);
        o.validBefore = block.timestamp + 1 hours;
        (o.nonce, o.ref) = (keccak256(abi.encode("nonce", ++_counter)), keccak256(abi.encode("ref", _counter)));
        o.salt = uint96(_counter);
        signed.once = seed >> 60 & 1 == 0;
        signed.id = signed.once ? termsIdOf(o) : idOf(o);
        ids.push(signed.id);
        _signed.push(signed);
        signedAmount[signed.id] = o.amount;
        if (seed >> 64 & 3 == 0) {
            unsettledCount += 1;
            return;
        }
        (bytes memory auth, bytes memory intent) =
            (bytesOf(signed.once ? signTerms(o) : signAuth(o)), bytesOf(signIntent(o)));
        vm.recordLogs();
        try this.settleSigned(signed, auth, intent) {
            (address payout,,) = registry.route(o.merchantId, address(o.token));
            uint256 fee = o.amount * FEE_BPS / 10_000;
            booked[o.from][o.token] -= o.amount;
            booked[payout][o.token] += o.amount - fee;
            booked[address(processor)][o.token] += fee;
        } catch {
            unsettledCount += 1;
        }
    }

    function settleSigned(Signed calldata signed, bytes calldata auth, bytes calldata intent) external {
        if (signed.once) processor.payTermsSigned(terms(signed.order), auth);
        else processor.paySigned(payment(signed.order), auth, intent);
    }

    function refundByApproval(uint256 seed) external {
        if (_signed.length == 0) return;
        Sent memory sent = _make(seed);
        sent.from = vm.addr(sent.key);
        bool expected = _books(sent) && _moves(sent) && !sent.token.isBlacklisted(address(refunds))
            && sent.amount <= sent.token.allowance(sent.from, address(refunds));
        bytes memory data = abi.encodeCall(IRefundManager.refundPayment, (sent.proof, sent.amount, sent.refundRef));
        _send(sent, sent.from, data, expected);
    }

    function refundByAuthorization(uint256 seed) external {
        if (_signed.length == 0) return;
        Sent memory sent = _make(seed);
        sent.from = vm.addr(sent.key);
        IRefundManager.Auth memory auth = authorize(sent.key, sent.id, sent.token, sent.amount, sent.refundRef);
        bool expected = _books(sent) && _moves(sent) && !sent.token.isBlacklisted(address(refunds));
        uint256 flaw = (seed >> 160) % 16;
        if (flaw == 0) (auth.validBefore, expected) = (auth.validBefore + 1, false);
        if (flaw == 1) {
            (auth, expected) = (authorize(sent.key, sent.id, sent.token, sent.amount + 1, sent.refundRef), false);
        }
        if (flaw == 2) {
            (auth, expected) = (authorize(sent.key, sent.id, sent.token, sent.amount, keccak256("no")), false);
        }
        if (flaw == 3) {
            (auth, expected) = (authorize(sent.key, keccak256("no"), sent.token, sent.amount, sent.refundRef), false);
        }
        auth.from = sent.from;
        bytes memory data = abi.encodeCall(
            IRefundManager.refundPaymentWithAuthorization, (sent.proof, sent.amount, sent.refundRef, auth)
        );
        if (_send(sent, seed >> 170 & 1 == 0 ? relayer : named("thief"), data, expected)) authorizedCount += 1;
    }

    /// @dev A payer cancels an authorization: its nonce is used up, which proves what the payer signed.
    function cancel(uint256 seed) external {
        if (_signed.length == 0) return;
        Signed memory signed = _signed[seed % _signed.length];
        Order memory o = signed.order;
        bytes32 nonce = signed.once ? signed.id : o.nonce;
        bytes32 structHash = keccak256(abi.encode(o.token.CANCEL_AUTHORIZATION_TYPEHASH(), o.from, nonce));
        bytes memory signature = bytesOf(_sign(o.key, typedDigest(o.token.DOMAIN_SEPARATOR(), structHash)));
        try o.token.cancelAuthorization(o.from, nonce, signature) {} catch {}
    }

    function setPayout(uint256 seed) external {
        vm.prank(owner);
        registry.setPayout(_merchants[seed % 3], vm.addr(_keys[1 + (seed >> 8) % 3]));
    }

    function close(uint256 seed) external {
        uint256 id = _merchants[seed % 3];
        if (seed % 7 != 0 || registry.get(id).status == IMerchantRegistry.Status.Closed) return;
        vm.prank(operator);
        registry.close(id);
        _merchants[seed % 3] = register(vm.addr(_keys[1 + (seed >> 8) % 3]));
    }

    function blockAccount(uint256 seed) external {
        if (seed % 3 != 0) return;
        address account = accounts[(seed >> 8) % accounts.length];
        setBlacklisted(account, true);
        _blocked.push(account);
    }

    function unblockAll(uint256) external {
        for (; _blocked.length > 0; _blocked.pop()) {
            setBlacklisted(_blocked[_blocked.length - 1], false);
        }
    }

    function pause(uint256 seed) external {
        LocalFiatToken token = _token(seed);
        bool isPaused = token.paused();
        if (!isPaused && seed % 4 != 0) return;
        vm.prank(tokenOwner);
        if (isPaused) token.unpause();
        else token.pause();
    }

    /// @dev Somebody sends tokens to the manager by mistake: no refund may ever be paid from them.
    function donate(uint256 seed) external {
        LocalFiatToken token = _token(seed);
        if (token.paused() || token.isBlacklisted(address(refunds))) return;
        _mint(token, address(refunds), between(seed >> 8, 1, 1_000_000));
    }

    function wait_(uint256 time) external {
        vm.warp(block.timestamp + between(time, 0, 1 hours));
    }

    /// @dev The same digest as the token's, with a separator that was read once.
    function receiveDigest(LocalFiatToken token, Authorization memory authorization)
        internal
        view
        override
        returns (bytes32)
    {
        bytes32 typeHash = keccak256(
            "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
        return typedDigest(_separators[token], keccak256(abi.encode(typeHash, authorization)));
    }

    function _make(uint256 seed) private view returns (Sent memory sent) {
        Signed memory signed = _signed[_signed.length - 1 - (seed >> 32) % (_signed.length < 12 ? _signed.length : 12)];
        Order memory o = signed.order;
        Flaw flaw = seed % 3 == 0 ? Flaw((seed >> 2) % 8) : Flaw.None;
        sent.proof = _proofOf(signed, flaw, seed);
        sent.sound = flaw == Flaw.None;
        (sent.id, sent.payer, sent.token, sent.merchantId) = (signed.id, o.from, o.token, o.merchantId);
        // Mostly by the owner; a payout may be another merchant's too.
        uint256 pick = (seed >> 8) % 8;
        sent.key = pick < 3 ? OWNER_KEY : _keys[pick - 3];
        uint256 left = o.amount - returned[signed.id];
        uint256 choice = (seed >> 48) % 8;
        sent.amount = choice == 0 ? left : choice == 1 ? left + 1 : between(seed >> 64, 0, o.amount);
        sent.refundRef = keccak256(abi.encode("refund", (seed >> 128) % 512));
    }

    function _proofOf(Signed memory signed, Flaw flaw, uint256 seed)
        private
        view
        returns (IRefundManager.PaymentProof memory made)
    {
        Order memory o = signed.order;
        made = signed.once ? termsProof(o) : proof(o);
        if (flaw == Flaw.OtherMerchant) made.merchantId = made.merchantId == merchantA ? merchantB : merchantA;
        if (flaw == Flaw.OtherAmount) made.amount += 1 + (seed >> 96) % 1_000;
        if (flaw == Flaw.OtherReference) made.ref = keccak256("other");
        if (flaw == Flaw.OtherKind) made = signed.once ? proof(o) : termsProof(o);
        if (flaw == Flaw.OtherToken) made.token = address(o.token) == address(usdc) ? address(eurc) : address(usdc);
        if (flaw == Flaw.OtherPayer) made.payer = named("thief");
        if (flaw == Flaw.OtherKey) {
            made.kind = IRefundManager.ProofKind.Intent;
            made.nonce = o.nonce;
            made.intentSignature = bytesOf(_sign(0xbad, idOf(o)));
        }
    }

    /// @dev Whether the manager must accept the refund, were the token to move the money.
    function _books(Sent memory sent) private view returns (bool) {
        IMerchantRegistry.Merchant memory merchant = registry.get(sent.merchantId);
        bool isMerchant = sent.from == merchant.owner || sent.from == merchant.payout;
        bytes32 nonce = sent.proof.kind == IRefundManager.ProofKind.Terms ? sent.id : sent.proof.nonce;
        return sent.sound && isMerchant && sent.token.authorizationState(sent.payer, nonce) && sent.amount > 0
            && sent.amount <= signedAmount[sent.id] - returned[sent.id] && uses[sent.merchantId][sent.refundRef] == 0;
    }

    /// @dev Whether the token must move the money.
    function _moves(Sent memory sent) private view returns (bool) {
        return !sent.token.paused() && !sent.token.isBlacklisted(sent.from) && !sent.token.isBlacklisted(sent.payer)
            && sent.amount <= sent.token.balanceOf(sent.from);
    }

    function _send(Sent memory sent, address sender, bytes memory data, bool expected) private returns (bool success) {
        bytes memory result;
        vm.recordLogs();
        vm.prank(sender);
        (success, result) = address(refunds).call(data);
        vm.assertEq(success, expected, "a refund did what was not foretold");
        if (!success) {
            refusedCount += 1;
            return false;
        }
        _book(sent);
        vm.assertEq(abi.decode(result, (uint256)), returned[sent.id], "cumulative");
        refundedCount += 1;
    }

    /// @dev Books what the event says, which must be what was sent.
    function _book(Sent memory sent) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 count;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != address(refunds)) continue;
            count += 1;
            (
                uint256 merchantId,
                address from,
                LocalFiatToken token,
                uint256 amount,
                uint256 cumulative,
                bytes32 refundRef
            ) = abi.decode(logs[i].data, (uint256, address, LocalFiatToken, uint256, uint256, bytes32));
            address payer = address(uint160(uint256(logs[i].topics[3])));
            vm.assertTrue(payer == sent.payer && from == sent.from && address(token) == address(sent.token), "who");
            vm.assertEq(logs[i].topics[2], sent.id, "id");
            booked[from][token] -= amount;
            booked[payer][token] += amount;
            returned[sent.id] += amount;
            vm.assertEq(cumulative, returned[sent.id], "cumulative of the event");
            uint256 times = ++uses[merchantId][refundRef];
            if (times > mostUses) mostUses = times;
        }
        vm.assertEq(count, 1, "events of a refund");
    }

    function _mint(LocalFiatToken token, address to, uint256 amount) private {
        mint(token, to, amount);
        booked[to][token] += amount;
    }

    function _payerKey(uint256 seed) private pure returns (uint256) {
        return uint256(keccak256(abi.encode("payer", seed % PAYERS)));
    }

    /// @dev Payer 3 is a wallet whose signing key is not its own.
    function _payer(uint256 seed) private pure returns (address) {
        return seed % PAYERS == 3 ? named("smart wallet") : vm.addr(_payerKey(seed));
    }

    function _token(uint256 seed) private view returns (LocalFiatToken) {
        return seed % 3 == 0 ? eurc : usdc;
    }
}
